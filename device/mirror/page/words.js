// The page's words. index.html holds the English; this holds the rest, and the French for a French browser.
// Plain scripts and nothing newer than 2017: televisions are slow to learn.
"use strict";

const ENGLISH = {
  wrong: "That is not the code.",
  wait: (seconds) => `Too many wrong codes. Wait ${seconds} s, or take a new code at the box.`,
  lost: "Connection lost — trying again…",
  full: "So many are looking on already that there is no room. Trying again…",
  away: "The box does not answer.",
};

const FRENCH = {
  ask: "Le code affiché par le boîtier (Plus, Miroir)",
  enter: "Regarder",
  screen: "L’écran du boîtier",
  lamps: "Les boutons utiles maintenant",
  wrong: "Ce n’est pas le code.",
  wait: (seconds) => `Trop de codes faux. Attendez ${seconds} s, ou prenez un autre code sur le boîtier.`,
  lost: "Connexion perdue — nouvel essai…",
  full: "Il y a déjà trop de spectateurs. Nouvel essai…",
  away: "Le boîtier ne répond pas.",
};

const french = navigator.language.toLowerCase().startsWith("fr");
const words = french ? FRENCH : ENGLISH;

if (french) {
  document.documentElement.lang = "fr";
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = words[element.dataset.word];
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", words[element.dataset.label]);
  }
}
