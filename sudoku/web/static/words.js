// SPDX-License-Identifier: MIT
/* What the page says, below the board. */

import { $ } from "./dom.js";
import { board, draw, mark, on, view } from "./store.js";

// A screen for fingers: by its pointer, or by its size as in phone.css. It has no keys to name.
const TOUCH = matchMedia("(pointer: coarse), (max-width: 52rem), (max-height: 30rem) and (min-width: 36rem)");

/** The words for a keyboard, or those for fingers. */
export const fitting = (keyed, touched) => (TOUCH.matches ? touched : keyed);

export function say(words, kind = "") {
  $("words").setAttribute("role", kind === "error" ? "alert" : "status");
  $("words").textContent = words;
  $("message").className = kind;
  $("more").hidden = !view.hint;
  $("more").textContent = ["", "Where?", "Explain", "Do this step"][view.stage];
  $("link-line").hidden = true;
}

/** An error; the cells that it names (r3c5) are marked. */
export function complain(words) {
  for (const [, row, column] of words.matchAll(/\br(\d+)c(\d+)\b/g)) mark((row - 1) * board().side + (column - 1), "bad");
  draw();
  say(words, "error");
}

export function toggle(name, on, off) {
  view[name] = !view[name];
  draw();
  say(view[name] ? on : off);
}

on("unmark", () => {
  say("");
});
on("full", () => say("Solved: every cell is filled, and no two digits clash.", "good"));
