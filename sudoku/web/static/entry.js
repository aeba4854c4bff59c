// SPDX-License-Identifier: MIT
/* Digits, marks and colors entered in the selected cells, and undone.

   The entry of a puzzle, in which digits are clues, ends with its last cell or its first hint. Undo, or Backspace after the
   last cell, takes that back. */

import { COLORS, erase, isBare, paint, put, toggleMark } from "./puzzle.js";
import { DIGITS, counted, nameOf } from "./shapes.js";
import { go, step, targets } from "./select.js";
import { board, change, draw, future, past, state, travel, view } from "./store.js";
import { fitting, say } from "./words.js";

let ended = {}; // the state at which the entry of the puzzle ended; after its last cell, the place of the cursor

const setClues = () => fitting("“Set clues” (Q)", "“Set clues”");

export const MODES = { digit: "", corner: "corners", center: "marks", color: "colors" }; // and what they write

/** What the digit means: a digit, a mark or a color. */
export function enter(digit, mode = view.mode) {
  const cells = targets();
  if (mode === "color") return digit <= COLORS.length ? change(paint(state, cells, digit)) : undefined;
  if (digit > board().side) return say(`${DIGITS[digit - 1]} is too large for this board.`);
  if (mode !== "digit") return change(toggleMark(state, cells, digit, MODES[mode]));
  if (!view.clues && cells.every((cell) => state.given[cell])) return overClue(cells, digit);
  change(put(state, cells, digit, view.clues));
  return advance();
}

/** Empty the cells; in fast entry this is an empty cell of the puzzle, and the cursor moves on. */
export function empty() {
  const cells = targets();
  if (!view.clues && cells.every((cell) => state.given[cell] && !state.colors[cell])) return isFast() ? step(0, 1) : refuse(cells);
  change(erase(state, cells, view.clues, MODES[view.mode]));
  return advance();
}

/** End the entry of the puzzle; `at` is the place of the cursor after its last cell. */
export function endEntry(at) {
  if (!view.clues) return;
  view.clues = false;
  ended = { state, at };
}

/** Empty the cells; in fast entry, the one before the cursor. */
export function back() {
  if (!view.advance || view.selected.size > 1) return empty();
  if (state === ended.state && view.at === ended.at) view.clues = true;
  step(0, -1);
  view.typed.delete(view.at);
  return change(erase(state, targets(), view.clues));
}

function refuse([cell]) {
  say(`${nameOf(board(), cell)} is a clue. ${setClues()} changes clues.`, "warn");
}

/** In fast entry, a clue's own digit counts as typed; another digit goes into the next cell that is no clue. */
function overClue(cells, digit) {
  const { count } = board();
  const next = Array.from({ length: count }, (_, k) => (view.at + k) % count).find((cell) => !state.given[cell]);
  if (!isFast() || next === undefined) return refuse(cells);
  if (state.values[view.at] === digit) return step(0, 1);
  go(next);
  change(put(state, [next], digit, false));
  return advance();
}

const isFast = () => view.advance && view.mode === "digit" && view.selected.size < 2;

function advance() {
  if (!isFast()) return;
  if (view.clues) view.typed.add(view.at);
  const isLast = view.clues && view.typed.size === board().count;
  step(0, 1);
  if (isLast) finish();
}

/** After the last cell; where nothing was entered, the entry continues. */
function finish() {
  if (isBare(state)) return;
  endEntry(view.at);
  draw();
  const clues = state.given.filter(Boolean).length;
  if (clues < board().count) say(`The puzzle has ${counted(clues, "clue")}. Digits are your own now; ${setClues()} changes clues.`);
}

export function setMode(mode) {
  view.mode = mode;
  draw();
  const words = { digit: "Digits fill cells.", corner: "Digits are corner marks.", center: "Digits are center marks." };
  say(words[mode] || "Digits are colors.");
}

export function undo() {
  if (state === ended.state && past.length) Object.assign(view, { clues: true, typed: new Set() });
  say(travel(past, future) ? "Undone." : "There is nothing to undo.");
}

export function redo() {
  const isDone = travel(future, past);
  if (state === ended.state) view.clues = false;
  draw();
  say(isDone ? "Done again." : "There is nothing to redo.");
}
