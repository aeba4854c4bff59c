// SPDX-License-Identifier: MIT
/* What the page says, below the board. */

import { $ } from "./dom.js";
import { board, draw, mark, on, view } from "./store.js";

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
