// SPDX-License-Identifier: MIT
/* Two solutions of a puzzle that has several, on the board: the digits of both where they differ, or one of them.

     Is it unique?  ->  both  ->  first  ->  second  ->  both          by buttons below the board, or by K */

import { $ } from "./dom.js";
import { draw, on, view } from "./store.js";

const WORDS = {
  both: "The marked cells show the digits of both solutions.",
  first: "The board shows the first solution.",
  second: "The board shows the second solution.",
};
const NAMES = Object.keys(WORDS);

export function showTwo(lines) {
  view.two = { lines, shows: "both" };
}

export function nextOfTwo() {
  show(NAMES[(NAMES.indexOf(view.two.shows) + 1) % NAMES.length]);
}

function show(name) {
  if (!view.two) return;
  view.two.shows = name;
  draw();
  $("two-words").textContent = WORDS[name];
}

export function listenToTwo() {
  for (const name of NAMES) $(`two-${name}`).addEventListener("click", () => show(name));
}

on("draw", () => {
  $("two").hidden = !view.two;
  for (const name of NAMES) $(`two-${name}`).setAttribute("aria-pressed", view.two?.shows === name);
});
