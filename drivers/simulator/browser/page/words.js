// The page's words. index.html holds the English; this holds the French, put in its place for a French browser.

const FRENCH = {
  box: "Le boîtier",
  lost: "Connexion perdue — reconnexion…",
  what: "Le boîtier à l’écran, tel qu’il sera construit",
  sound: "Son",
  loupe: "Loupe",
  time: "Temps",
  keys: "Touches",
  enter: "Entrée",
  backspace: "Retour arrière",
  escape: "Échap",
  hold: "Gardez la touche ou le doigt appuyé pour un appui long.",
  events: "Ce qui s’est passé",
  screen: "Écran",
  spade: "Pique",
  heart: "Cœur",
  diamond: "Carreau",
  club: "Trèfle",
  ok: "OK",
  undo: "UNDO, annuler",
  home: "HOME, menu",
};

const ENGLISH = {
  spade: "Spade",
  heart: "Heart",
  diamond: "Diamond",
  club: "Club",
  ok: "OK",
  undo: "UNDO",
  home: "HOME",
};

const french = navigator.language.toLowerCase().startsWith("fr");

export const language = french ? "fr" : "en";

export const word = (name) => (french ? FRENCH : ENGLISH)[name];

export function translate() {
  if (!french) return;
  document.documentElement.lang = "fr";
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset.label));
  }
}
