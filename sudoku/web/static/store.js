// SPDX-License-Identifier: MIT
/* The state of the page, its past and future, and the view: what is selected and marked, which undo leaves alone.

     keys, buttons  ->  change(state)  ->  all listeners
     questions      ->  the server's answer  ->  change(state) or view, draw()

   Other modules listen: on("change", f) before the state is replaced, on("unmark", f) where highlights go, on("draw", f)
   where the page is to be drawn, on("full", f) where the last cell was filled without a clash. */

import { blank, isSolved, shapeOf } from "./puzzle.js";
import { spell } from "./shapes.js";

const MOST_UNDO = 1000;
const listeners = { change: [], unmark: [], draw: [], full: [] };

export let state = blank("3x3");
export const past = [];
export const future = [];
export const view = {
  at: 0, // the cell of the cursor
  selected: new Set([0]), // the cells that keys act on; the cursor is one of them, except while cells are collected
  mode: "digit", // what digits do: digit, corner, center, color
  clues: true, // digits are clues
  advance: false, // after a digit, the cursor moves on
  many: false, // a press adds its cell to the selection
  typed: new Set(), // the cells of the puzzle that fast entry has passed
  marked: new Map(), // cell -> names of its highlights
  hint: null, // the step that is shown, and how much of it: 1 its technique, 2 its place, 3 all
  stage: 0,
  two: null, // two solutions as lines, and which of them the board shows: both, first, second
  live: null, // the answer of the live check, if its candidates are shown
  fault: null, // the rules and clues that contradict each other, by the live check
  title: "", // of the puzzle: a name, a level
};

export const board = () => shapeOf(state);
export const on = (event, act) => listeners[event].push(act);
const call = (event) => listeners[event].forEach((act) => act());
export function draw() {
  spell(state.rules);
  call("draw");
}

/** Replace the state; nothing happens where it is the same. */
export function change(next) {
  if (next === state) return;
  past.push(state);
  if (past.length > MOST_UNDO) past.shift();
  future.length = 0;
  become(next);
  if (isSolved(state)) call("full");
}

/** Undo, or do again; false where there is nothing. */
export function travel(from, to) {
  if (!from.length) return false;
  to.push(state);
  become(from.pop());
  return true;
}

function become(next) {
  call("change");
  if (next.board !== state.board) select(0);
  state = next;
  unmark();
  draw();
}

/** Put the cursor on a cell, and select the given cells; without them, the cell alone, or none while presses collect cells. */
export function select(cell, cells = view.many ? [] : [cell]) {
  view.at = cell;
  view.selected = new Set(cells);
}

export function mark(cell, name) {
  if (cell < state.values.length) view.marked.set(cell, [...(view.marked.get(cell) || []), name]);
}

export function unmark() {
  view.marked.clear();
  view.hint = null;
  view.two = null;
  view.stage = 0;
  call("unmark");
}
