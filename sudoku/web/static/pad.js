// SPDX-License-Identifier: MIT
/* The buttons that enter: digits or colors, and what they mean. */

import { focus } from "./board.js";
import { $, element } from "./dom.js";
import { MODES, empty, enter } from "./entry.js";
import { COLORS } from "./puzzle.js";
import { DIGITS } from "./shapes.js";
import { board, future, on, past, state, view } from "./store.js";

/** A button that acts; a finger or a mouse leaves the focus on the board. */
function padButton(attributes, text, act) {
  const button = element("button", { type: "button", ...attributes }, text);
  button.addEventListener("click", (event) => {
    act();
    if (event.detail) focus();
  });
  return button;
}

function build(what) {
  const { side } = board();
  const digits = [...DIGITS.slice(0, side)].map((digit, k) => padButton({ "data-digit": k + 1 }, digit, () => enter(k + 1)));
  const colors = COLORS.map((name, k) => padButton({ class: `color${k + 1}`, "aria-label": name, title: name }, `${k + 1}`, () => enter(k + 1)));
  const buttons = view.mode === "color" ? colors : digits;
  const count = buttons.length + 1;
  $("pad").dataset.what = what;
  $("pad").style.setProperty("--across", count <= 7 ? count : count <= 11 ? Math.ceil(count / 2) : Math.ceil(count / 3));
  $("pad").replaceChildren(...buttons, padButton({ id: "erase", "aria-label": "Empty the cells" }, "⌫", empty));
}

function drawPad() {
  const what = view.mode === "color" ? "color" : state.board + DIGITS;
  if ($("pad").dataset.what !== what) build(what);
  for (const button of $("pad").querySelectorAll("[data-digit]")) {
    const count = state.values.filter((value) => value === Number(button.dataset.digit)).length;
    button.classList.toggle("done", count === board().side);
  }
  for (const mode of Object.keys(MODES)) $(mode).setAttribute("aria-pressed", view.mode === mode);
  for (const name of ["clues", "advance", "many"]) $(name).setAttribute("aria-pressed", view[name]);
  $("undo").setAttribute("aria-disabled", !past.length);
  $("redo").setAttribute("aria-disabled", !future.length);
}

on("draw", drawPad);
