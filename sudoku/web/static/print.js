// SPDX-License-Identifier: MIT
/* Paper: the puzzle large, under its title, without the page around it; with the solution below if it is wanted. */

import { ask, asked } from "./ask.js";
import { $ } from "./dom.js";
import { draw, on, state, unmark, view } from "./store.js";
import { table } from "./tables.js";

export function askForPaper() {
  $("paper-name").value = view.title;
  $("paper").showModal();
}

export async function print() {
  $("paper").close();
  const alone = state.given.includes(true) && !$("paper-mine").checked;
  const answer = $("paper-solution").checked ? await ask("solve", asked()) : null;
  view.title = $("paper-name").value;
  $("solution").replaceChildren(...(answer?.solution ? [table("Solution", answer.solution)] : []));
  document.body.classList.toggle("clues-alone", alone);
  draw();
  window.print();
}

export function listenToPaper() {
  window.addEventListener("beforeprint", () => {
    unmark(); // the puzzle is printed, not a hint
    draw();
  });
  window.addEventListener("afterprint", () => {
    document.body.classList.remove("clues-alone");
    $("solution").replaceChildren();
  });
}

on("draw", () => ($("title").textContent = view.title));
