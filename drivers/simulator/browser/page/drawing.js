// The shell as an SVG in millimetres, drawn from the layout that the enclosure is cut from. Seen squarely onto the sloping
// face, so circles stay round; of the wedge one sees the front wall, foreshortened, and the shadow, deeper at the back.

const SVG = "http://www.w3.org/2000/svg";

export const MARGIN = 5; // mm around the box, for its shadow

// How much of the front wall shows below the face.
export const frontWall = ({ shell }) => shell.front * Math.sin((shell.slope * Math.PI) / 180);

export function drawShell(svg, layout) {
  const { shell, screen, mark, buzzer } = layout;
  const { width, depth, corner } = shell;
  const high = depth + frontWall(layout);
  svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${high + 2 * MARGIN}`);
  const add = (name, attributes, parent = svg) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  };
  const gradient = (id, stops, line = { x1: 0, y1: 0, x2: 0, y2: 1 }) => {
    const element = add("linearGradient", { id, ...line }, defs);
    for (const [offset, color, opacity = 1] of stops) {
      add("stop", { offset, "stop-color": color, "stop-opacity": opacity }, element);
    }
  };

  const defs = add("defs", {});
  gradient("face", [[0, "#46474a"], [0.45, "#37383b"], [1, "#2b2c2f"]], { x1: 0.1, y1: 0, x2: 0.55, y2: 1 });
  gradient("wall", [[0, "#26282c"], [0.25, "#1c1d20"], [1, "#111214"]]);
  gradient("edge", [[0, "#fff", 0.3], [0.12, "#fff", 0.05], [0.9, "#fff", 0.03], [1, "#fff", 0.2]]);
  gradient("bezel", [[0, "#000"], [0.6, "#17181b"], [1, "#5b5e65"]]);
  gradient("pane", [[0, "#0b0d10"], [1, "#050608"]]);
  add("feGaussianBlur", { stdDeviation: 3.2 }, add("filter", { id: "soft", x: "-20%", y: "-20%", width: "140%", height: "150%" }, defs));
  add("feGaussianBlur", { stdDeviation: 0.9 }, add("filter", { id: "near", x: "-20%", y: "-20%", width: "140%", height: "150%" }, defs));
  // The bed's texture: the shell is printed face down.
  const matte = add("filter", { id: "matte", x: 0, y: 0, width: "100%", height: "100%" }, defs);
  add("feTurbulence", { type: "fractalNoise", baseFrequency: 2.6, numOctaves: 2, seed: 3 }, matte);
  add("feColorMatrix", { values: "0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  0.9 0 0 0 -0.42" }, matte);
  add("feComposite", { operator: "in", in2: "SourceGraphic" }, matte);

  const shape = { width, rx: corner, ry: corner };
  add("path", {
    d: `M6 8 L${width - 4} 10 L${width + 7} ${high - 2} Q${width / 2} ${high + 8} 1 ${high + 3} Z`,
    fill: "#000", opacity: 0.62, filter: "url(#soft)",
  });
  add("rect", { ...shape, y: 2, height: high - 1.2, fill: "#000", opacity: 0.7, filter: "url(#near)" });
  add("rect", { ...shape, height: high, fill: "url(#wall)" });
  add("rect", { ...shape, height: depth, fill: "url(#face)" });
  add("rect", { ...shape, height: depth, fill: "#fff", filter: "url(#matte)", opacity: 0.16 });
  add("rect", {
    x: 0.2, y: 0.2, width: width - 0.4, height: depth - 0.4, rx: corner - 0.2, fill: "none", stroke: "url(#edge)", "stroke-width": 0.4,
  });

  const [wide, tall] = screen.window;
  const left = screen.centre[0] - wide / 2;
  const top = depth - screen.centre[1] - tall / 2;
  for (const [grow, fill] of [[2.6, "url(#bezel)"], [1.9, "#0a0b0d"], [0, "url(#pane)"]]) {
    add("rect", { x: left - grow, y: top - grow, width: wide + 2 * grow, height: tall + 2 * grow, rx: 1 + grow / 2, fill });
  }

  // The buzzer's holes: six round one, twelve round those.
  const [x, y] = [buzzer.centre[0], depth - buzzer.centre[1]];
  for (const ring of [0, 1, 2]) {
    for (let hole = 0; hole < Math.max(1, 6 * ring); hole++) {
      const turn = (2 * Math.PI * hole) / Math.max(1, 6 * ring);
      const radius = (ring * (buzzer.diameter / 2 - 1)) / 2;
      const at = { cx: x + radius * Math.cos(turn), cy: y + radius * Math.sin(turn) };
      add("circle", { ...at, cy: at.cy + 0.22, r: 1, fill: "#6b6e75", opacity: 0.55 });
      add("circle", { ...at, r: 1, fill: "#0c0d0f" });
    }
  }

  const dot = { cx: mark.centre[0], cy: depth - mark.centre[1] };
  add("circle", { ...dot, cy: dot.cy + 0.4, r: mark.diameter / 2 + 0.1, fill: "#000", opacity: 0.5 });
  add("circle", { ...dot, r: mark.diameter / 2, fill: "#54575e" });
  add("circle", { cx: dot.cx - 0.3, cy: dot.cy - 0.35, r: mark.diameter / 4.5, fill: "#8d9199" });
}

// What is printed on the caps, in a square of 24.
const PRINT = {
  spade: "M12 1.6C9.3 6 2.6 9.4 2.6 14.4c0 3 2.1 4.9 4.6 4.9 1.6 0 2.9-.7 3.8-2-.2 2.1-1 3.8-2.6 5.1h7.2c-1.6-1.3-2.4-3-2.6-5.1.9 1.3 2.2 2 3.8 2 2.5 0 4.6-1.9 4.6-4.9 0-5-6.7-8.4-9.4-12.8z",
  heart: "M12 21.9C9.8 17.6 2.2 13.7 2.2 7.9c0-3.2 2.3-5.4 5.1-5.4 2.1 0 3.8 1.1 4.7 3.3.9-2.2 2.6-3.3 4.7-3.3 2.8 0 5.1 2.2 5.1 5.4 0 5.8-7.6 9.7-9.8 14z",
  diamond: "M12 1.4C14.2 5.4 17 9 20.4 12 17 15 14.2 18.6 12 22.6 9.8 18.6 7 15 3.6 12 7 9 9.8 5.4 12 1.4z",
  club: "M12 1.8a4.7 4.7 0 0 0-3.9 7.4 4.7 4.7 0 1 0 2.8 7.6c-.2 2.2-1 4-2.7 5.4h7.6c-1.7-1.4-2.5-3.2-2.7-5.4a4.7 4.7 0 1 0 2.8-7.6A4.7 4.7 0 0 0 12 1.8z",
  ok: "M8.2 7.4a4.6 4.6 0 1 0 0 9.2 4.6 4.6 0 0 0 0-9.2zm0 2.3a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6zM14 7.6h2.3v3.3l2.8-3.3H22l-3.5 4 3.8 4.8h-2.9l-2.5-3.2-.6.7v2.5H14z",
  undo: "M9.4 4.4 3.6 10l5.8 5.6v-3.9h4.7c2.4 0 3.7 1.2 3.7 3.1s-1.3 3.1-3.7 3.1H8.4v2.7h5.9c4 0 6.4-2.3 6.4-5.8s-2.4-5.8-6.4-5.8H9.4z",
  home: "M12 3.2 2.6 11.6l1.7 1.9 1.3-1.1v7.8h4.9v-5.4h3v5.4h4.9v-7.8l1.3 1.1 1.7-1.9z",
};

// A button of the panel: a real <button>, so that everything which can press buttons can press this one.
export function drawButton(name, place, layout, label) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "key";
  button.dataset.button = name;
  button.dataset.colour = place.colour;
  button.setAttribute("aria-label", label);
  for (const [property, millimetres] of [
    ["--x", place.centre[0]], ["--y", layout.shell.depth - place.centre[1]], ["--collar", place.collar], ["--cap", place.cap],
  ]) button.style.setProperty(property, millimetres);
  const cap = document.createElement("span");
  cap.className = "cap";
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PRINT[name]);
  svg.append(path);
  cap.append(svg);
  button.append(cap);
  return button;
}
