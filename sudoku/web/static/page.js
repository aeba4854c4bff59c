// SPDX-License-Identifier: MIT
/* The page: what each button and key does. A module each, lower ones first:

     dom.js  shapes.js  puzzle.js           elements; boards; the state, and pure functions on it
     store.js  words.js                     the state now, undo, the view; what is said
     shown.js  marks.js  board.js  arrows.js  tables.js      a hint; marks; the board, drawn
     select.js  entry.js  pad.js  keys.js   the selected cells; what is entered, by buttons and keys
     ask.js  two.js  questions.js  hints.js                  questions to the server; two solutions on the board
     puzzles.js  link.js  saved.js  print.js  theme.js       puzzles that come and go; paper; colors
     rules.js  layer.js  live.js  setting.js                 rules of a variant; their drawing; the live check; the panel

   Whatever came from the server, a link or the clipboard is put on the page as text, never as HTML. */

import "./arrows.js";
import "./layer.js";
import "./pad.js";
import { stop } from "./ask.js";
import { focus } from "./board.js";
import { $ } from "./dom.js";
import { MODES, redo, setMode, undo } from "./entry.js";
import { hint, more } from "./hints.js";
import { KEYS, onKey } from "./keys.js";
import { follow, share } from "./link.js";
import { askForPaper, listenToPaper, print } from "./print.js";
import { demo, emptyBoard, generate, paste, restart } from "./puzzles.js";
import { candidates, check, rate, solve } from "./questions.js";
import { listenToLive } from "./live.js";
import { resume } from "./saved.js";
import { listenToPointers, many } from "./select.js";
import { listenToSetting } from "./setting.js";
import { draw, select, unmark, view } from "./store.js";
import { listenToTheme } from "./theme.js";
import { listenToTwo, nextOfTwo } from "./two.js";
import { fitting, say, toggle } from "./words.js";

const MOST_PASTED = 50_000; // characters: a link with a large board and its rules has 20,000

Object.assign(KEYS, {
  Enter: more,
  Escape: () => {
    stop();
    select(view.at);
    unmark();
    draw();
  },
  h: ({ shift }) => hint(shift),
  s: solve,
  k: () => (view.two ? nextOfTwo() : check()),
  p: () => candidates("simple"),
  t: () => candidates("true"),
  r: rate,
});

const CLICKS = {
  undo,
  redo,
  solve,
  check,
  rate,
  generate,
  share,
  more,
  restart,
  hint: () => hint(),
  "empty-board": emptyBoard,
  "demo-load": demo,
  simple: () => candidates("simple"),
  true: () => candidates("true"),
  print: askForPaper,
  many,
  clues: () => {
    view.typed = new Set();
    toggle("clues", "Digits are clues of the puzzle.", "Clues are fixed; digits are your own.");
  },
  advance: () => toggle("advance", `After a digit the cursor moves on; ${fitting("0, a dot or Space", "⌫")} leaves a cell empty.`, "The cursor stays where it is."),
  "keys-open": () => $("keys").showModal(),
  "paste-open": () => {
    $("paste-error").textContent = "";
    $("paste").showModal();
  },
};

function listen() {
  for (const [id, act] of Object.entries(CLICKS)) $(id).addEventListener("click", act);
  for (const mode of Object.keys(MODES)) $(mode).addEventListener("click", () => setMode(mode));
  $("paste-load").addEventListener("click", async (event) => {
    event.preventDefault();
    if (!(await paste($("paste-text").value, (words) => ($("paste-error").textContent = words)))) return;
    $("paste").close(); // gives the focus back to the button, which Enter would press again
    focus();
  });
  $("paper-print").addEventListener("click", (event) => {
    event.preventDefault();
    print();
  });
  document.addEventListener("keydown", onKey);
  document.addEventListener("paste", (event) => {
    if (event.target.closest("input, textarea, dialog")) return;
    event.preventDefault();
    paste(event.clipboardData.getData("text/plain").slice(0, MOST_PASTED));
  });
  window.addEventListener("hashchange", follow);
}

listenToTheme();
listenToPointers();
listenToPaper();
listenToSetting();
listenToLive();
listenToTwo();
listen();
say("Type the clues of a puzzle, paste one, or load a demo.");
resume();
follow();
draw();
