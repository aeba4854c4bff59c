// SPDX-License-Identifier: MIT
/* Digits, marks and colors entered in the selected cells, and undone. */

import { COLORS, erase, paint, put, toggleMark } from "./puzzle.js";
import { DIGITS, nameOf } from "./shapes.js";
import { go, step, targets } from "./select.js";
import { board, change, draw, future, past, state, travel, view } from "./store.js";
import { say } from "./words.js";

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

/** Empty the cells; in fast entry, the one before the cursor. */
export function back() {
  if (!view.advance || view.selected.size > 1) return empty();
  step(0, -1);
  return change(erase(state, targets(), view.clues));
}

function refuse([cell]) {
  say(`${nameOf(board(), cell)} is a clue. “Set clues” (Q) changes clues.`, "warn");
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
  if (isFast()) step(0, 1);
}

export function setMode(mode) {
  view.mode = mode;
  draw();
  const words = { digit: "Digits fill cells.", corner: "Digits are corner marks.", center: "Digits are center marks." };
  say(words[mode] || "Digits are colors.");
}

export const undo = () => say(travel(past, future) ? "Undone." : "There is nothing to undo.");
export const redo = () => say(travel(future, past) ? "Done again." : "There is nothing to do again.");
