// SPDX-License-Identifier: MIT
/* Digits entered: on the board by keys, on the pad by a mouse or a finger. */

import { focus, move } from "./board.js";
import { $, element } from "./dom.js";
import { DIGITS, nameOf } from "./shapes.js";
import { board, change, future, on, past, state, travel, view } from "./store.js";
import { say } from "./words.js";

export function enter(digit, asNote = view.notes) {
  const { peers } = board();
  const at = view.at;
  if (state.given[at] && !view.clues) return say(`${nameOf(board(), at)} is a clue. “Set clues” (Q) changes clues.`);
  const next = { ...state, given: [...state.given], values: [...state.values], marks: [...state.marks] };
  if (asNote && digit && !view.clues) {
    if (state.values[at]) return say(`${nameOf(board(), at)} has a digit; empty it first.`);
    next.marks[at] ^= 1 << (digit - 1);
  } else {
    if (!digit && !state.values[at] && !state.marks[at]) return undefined;
    if (!digit && !state.values[at]) next.marks[at] = 0;
    next.values[at] = digit;
    next.given[at] = view.clues && digit > 0;
    if (digit) for (const peer of peers[at]) next.marks[peer] &= ~(1 << (digit - 1));
  }
  return change(next);
}

export const undo = () => say(travel(past, future) ? "Undone." : "There is nothing to undo.");
export const redo = () => say(travel(future, past) ? "Done again." : "There is nothing to do again.");

function step(rows, columns) {
  const { side } = board();
  const row = (Math.floor(view.at / side) + rows + side) % side;
  move(row * side + ((view.at + columns + side) % side));
}

/** What a key does on the board; other modules add theirs. */
export const KEYS = {
  ArrowUp: () => step(-1, 0),
  ArrowDown: () => step(1, 0),
  ArrowLeft: () => step(0, view.at % board().side ? -1 : board().side - 1),
  ArrowRight: () => step(0, (view.at + 1) % board().side ? 1 : 1 - board().side),
  Home: (ctrl) => move(ctrl ? 0 : view.at - (view.at % board().side)),
  End: (ctrl) => move(ctrl ? board().count - 1 : view.at - (view.at % board().side) + board().side - 1),
  Delete: () => enter(0),
  Backspace: () => enter(0),
  0: () => enter(0),
  ".": () => enter(0),
  n: () => $("notes").click(),
  q: () => $("clues").click(),
  "?": () => $("keys").showModal(),
};

export function onKey(event) {
  const ctrl = event.ctrlKey || event.metaKey;
  if (event.altKey || (ctrl && !["Home", "End"].includes(event.key))) return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const code = /^(?:Digit|Numpad)([1-9])$/.exec(event.code); // with Shift, the key is another character
  const typed = key.length === 1 ? DIGITS.indexOf(key) + 1 : 0;
  const digit = typed || (event.shiftKey && code ? Number(code[1]) : 0);
  if (digit && digit <= board().side) enter(digit, view.notes !== (event.shiftKey && digit <= 9));
  else if (Object.hasOwn(KEYS, event.key)) KEYS[event.key](ctrl);
  else if (Object.hasOwn(KEYS, event.key.toLowerCase())) KEYS[event.key.toLowerCase()](ctrl);
  else if (digit) say(`${DIGITS[digit - 1]} is too large for this board.`);
  else return;
  event.preventDefault();
}

// ---- the pad

function buildPad() {
  const { side } = board();
  const buttons = [...DIGITS.slice(0, side)].map((digit, k) => {
    const button = element("button", { type: "button", "data-digit": k + 1 }, digit);
    button.addEventListener("click", (event) => press(event, () => enter(k + 1)));
    return button;
  });
  const erase = element("button", { type: "button", id: "erase", "aria-label": "Empty the cell" }, "⌫");
  erase.addEventListener("click", (event) => press(event, () => enter(0)));
  $("pad").dataset.board = state.board;
  $("pad").style.setProperty("--across", side <= 6 ? side + 1 : side <= 10 ? Math.ceil((side + 1) / 2) : Math.ceil((side + 1) / 3));
  $("pad").replaceChildren(...buttons, erase);
}

/** What a button of the pad does; a finger or a mouse leaves the focus on the board. */
function press(event, act) {
  act();
  if (event.detail) focus();
}

function drawPad() {
  if ($("pad").dataset.board !== state.board) buildPad();
  for (const button of $("pad").querySelectorAll("[data-digit]")) {
    const count = state.values.filter((value) => value === Number(button.dataset.digit)).length;
    button.classList.toggle("done", count === board().side);
  }
  $("notes").setAttribute("aria-pressed", view.notes);
  $("clues").setAttribute("aria-pressed", view.clues);
  $("undo").setAttribute("aria-disabled", !past.length);
  $("redo").setAttribute("aria-disabled", !future.length);
}

on("draw", drawPad);
