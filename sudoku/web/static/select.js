// SPDX-License-Identifier: MIT
/* The cursor and the selected cells: by keys, by a mouse, by a finger.

     arrows               one cell                 Shift + arrows, drag       more cells, one after the other
     Ctrl + arrows        the cursor alone         Ctrl + Space, Ctrl + click one cell more, or one less */

import { focus } from "./board.js";
import { $ } from "./dom.js";
import { board, draw, select, state, view } from "./store.js";
import { toggle } from "./words.js";

/** The cells that a key acts on. */
export const targets = () => (view.selected.size ? [...view.selected] : [view.at]);

/** Move the cursor; with `extend`, its cell is selected besides; with `collect`, the selection stays as it is. */
export function go(cell, { extend = false, collect = false } = {}) {
  select(cell, extend ? [...view.selected, view.at, cell] : collect ? view.selected : [cell]);
  draw();
  focus();
}

/** A cell more in the selection, or less. */
export function toggleCell(cell) {
  const cells = new Set(view.selected);
  if (!cells.delete(cell)) cells.add(cell);
  select(cell, cells);
  draw();
  focus();
}

/** Presses collect cells, or select one. The cell of the cursor is there by chance, so it is not collected. */
export function many() {
  if (view.selected.size < 2) select(view.at, view.many ? [view.at] : []);
  toggle("many", "A press on a cell selects one more, or one less.", "A press selects one cell.");
}

export function selectAll() {
  select(view.at, state.values.keys());
  draw();
}

/** All cells with the digit of the cursor; where it has none, with its color. */
export function selectSame() {
  const field = state.values[view.at] ? "values" : "colors";
  const wanted = state[field][view.at];
  if (!wanted) return;
  select(view.at, [...state.values.keys()].filter((cell) => state[field][cell] === wanted));
  draw();
}

/** Right and left continue on the next row and the one before; up and down stay in the column. */
export function step(rows, columns, how) {
  const { side, count } = board();
  go((view.at + rows * side + columns + count) % count, how);
}

/** To the first or the last cell of the row, or of the board. */
export function toEnd(last, whole, how) {
  const { side, count } = board();
  const first = whole ? 0 : view.at - (view.at % side);
  go(last ? first + (whole ? count : side) - 1 : first, how);
}

// ---- by a mouse or a finger

let dragging = false;

function cellAt(event) {
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
  return cell ? Number(cell.dataset.cell) : null;
}

function press(event) {
  const cell = cellAt(event);
  if (cell === null || event.button) return;
  event.preventDefault(); // the focus is ours to set
  dragging = event.pointerType !== "touch" || !$("frame").classList.contains("large"); // there a finger scrolls
  if (event.ctrlKey || event.metaKey || view.many) toggleCell(cell);
  else go(cell, { extend: event.shiftKey });
}

function drag(event) {
  const cell = dragging ? cellAt(event) : null;
  if (cell !== null && cell !== view.at) go(cell, { extend: true });
}

export function listenToPointers() {
  const grid = $("board");
  grid.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", drag);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => (dragging = false));
  grid.addEventListener("dblclick", selectSame);
  grid.addEventListener("focusin", (event) => {
    const cell = Number(event.target.dataset.cell);
    if (cell !== view.at) go(cell);
  });
}
