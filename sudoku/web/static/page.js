// SPDX-License-Identifier: MIT
/* The page: what each button and key does. A module each, lower ones first:

     dom.js  shapes.js  puzzle.js      elements; boards; the state and pure functions on it
     store.js  words.js                the state now, undo, the view; what is said
     board.js (shown.js)               the board, drawn
     ask.js                            questions to the server
     questions.js  hints.js  puzzles.js   what is asked; the next step; puzzles that come and go
     entry.js  theme.js                keys and the pad; colors

   Whatever came from the server, a link or the clipboard is put on the page as text, never as HTML. */

import { stop } from "./ask.js";
import { move } from "./board.js";
import { $ } from "./dom.js";
import { KEYS, onKey, redo, undo } from "./entry.js";
import { apply, hint } from "./hints.js";
import { demo, empty, follow, generate, paste, restart, share } from "./puzzles.js";
import { candidates, check, rate, solve } from "./questions.js";
import { draw, unmark, view } from "./store.js";
import { listenToTheme } from "./theme.js";
import { say, toggle } from "./words.js";

Object.assign(KEYS, {
  Enter: () => (view.hint ? apply() : undefined),
  h: hint,
  s: solve,
  k: check,
  p: () => candidates("simple"),
  t: () => candidates("true"),
  r: rate,
});

function listen() {
  const clicks = {
    undo,
    redo,
    hint,
    solve,
    check,
    rate,
    generate,
    share,
    apply,
    empty,
    restart,
    "demo-load": demo,
    simple: () => candidates("simple"),
    true: () => candidates("true"),
    print: () => window.print(),
    notes: () => toggle("notes", "Digits are notes now.", "Digits fill cells now."),
    clues: () => toggle("clues", "Digits are clues of the puzzle now.", "Clues are fixed now; digits are yours."),
    "keys-open": () => $("keys").showModal(),
    "paste-open": () => {
      $("paste-error").textContent = "";
      $("paste").showModal();
    },
  };
  for (const [id, act] of Object.entries(clicks)) $(id).addEventListener("click", act);
  $("board").addEventListener("keydown", onKey);
  $("board").addEventListener("pointerdown", (event) => {
    const cell = event.target.closest("[data-cell]");
    if (!cell) return;
    event.preventDefault(); // the focus is ours to set
    move(Number(cell.dataset.cell));
  });
  $("board").addEventListener("focusin", (event) => {
    const cell = Number(event.target.dataset.cell);
    if (cell !== view.at) {
      view.at = cell;
      draw();
    }
  });
  $("paste-load").addEventListener("click", async (event) => {
    event.preventDefault();
    if (await paste($("paste-text").value, (words) => ($("paste-error").textContent = words))) $("paste").close();
  });
  document.addEventListener("keydown", anywhere);
  document.addEventListener("paste", (event) => {
    if (event.target.closest("input, textarea, dialog")) return;
    event.preventDefault();
    paste(event.clipboardData.getData("text/plain").slice(0, 5000));
  });
  window.addEventListener("hashchange", follow);
  window.addEventListener("beforeprint", () => {
    unmark(); // what is printed is the puzzle
    draw();
  });
}

/** Undo, redo and Escape, wherever the focus is outside of a text or a dialog. */
function anywhere(event) {
  if (event.target.closest("input, textarea, dialog")) return;
  const ctrl = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (ctrl && (key === "y" || (key === "z" && event.shiftKey))) redo();
  else if (ctrl && key === "z") undo();
  else if (key === "escape") {
    stop();
    unmark();
    draw();
  } else return;
  event.preventDefault();
}

listenToTheme();
listen();
say("Type the clues of a puzzle, paste one, or load a demo.");
follow();
draw();
