// The one web socket to the box. It is opened again for as long as the page is.

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 2000; // a server that was restarted is back within seconds, and it is on this machine

// `on` holds what to do with `picture` (128×64 bits in 1024 bytes), `facts` (an object), `open` and `lost`.
export function connect(on) {
  let socket;
  let pause = FIRST_PAUSE;

  function open() {
    socket = new WebSocket(`ws://${location.host}/box`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      pause = FIRST_PAUSE;
      on.open();
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") on.facts(JSON.parse(data));
      else on.picture(new Uint8Array(data));
    };
    socket.onclose = () => {
      on.lost();
      setTimeout(open, pause);
      pause = Math.min(pause * 1.5, LONGEST_PAUSE);
    };
  }

  open();
  return {
    // Nothing is kept for later: a press that arrives when the person has long let go is worse than none.
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
  };
}
