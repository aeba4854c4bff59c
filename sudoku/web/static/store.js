// SPDX-License-Identifier: MIT
/* The one state of the page, its past and future, and the view: what is pointed at and marked, and is not undone.

     keys, buttons  ->  change(state)  ->  everything that listens
     questions      ->  the server's answer  ->  change(state) or view, draw()

   Other modules listen: on("change", f) before the state is replaced, on("unmark", f) where marks go, on("draw", f)
   where the page is to be drawn anew, on("full", f) where the last cell was filled without a clash. */

import { blank, clashesOf } from "./puzzle.js";
import { boardOf } from "./shapes.js";

const MOST_UNDO = 1000;
const listeners = { change: [], unmark: [], draw: [], full: [] };

export let state = blank("3x3");
export const past = [];
export const future = [];
export const view = { at: 0, notes: false, clues: true, marked: new Map(), hint: null };

export const board = () => boardOf(state.board);
export const on = (event, act) => listeners[event].push(act);
const call = (event) => listeners[event].forEach((act) => act());
export const draw = () => call("draw");

export function change(next) {
  call("change");
  past.push(state);
  if (past.length > MOST_UNDO) past.shift();
  future.length = 0;
  state = next;
  unmark();
  draw();
  if (state.values.every(Boolean) && !clashesOf(state).size) call("full");
}

/** Undo, or do again; false where there is nothing. */
export function travel(from, to) {
  if (!from.length) return false;
  call("change");
  to.push(state);
  state = from.pop();
  unmark();
  draw();
  return true;
}

export function mark(cell, name) {
  if (cell < state.values.length) view.marked.set(cell, [...(view.marked.get(cell) || []), name]);
}

export function unmark() {
  view.marked.clear();
  view.hint = null;
  call("unmark");
}
