// SPDX-License-Identifier: MIT
/* The board, drawn: one element a cell, in rows; its digit or its notes, its colors, its name for a screen reader. */

import { $, element } from "./dom.js";
import { clashesOf } from "./puzzle.js";
import { DIGITS, digitsOf, nameOf } from "./shapes.js";
import { hinted } from "./shown.js";
import { board, draw, on, state, view } from "./store.js";

let cells = []; // the elements of the board

function drawBoard() {
  if (cells.length !== state.values.length || $("board").dataset.board !== state.board) build();
  const clash = clashesOf(state);
  const shown = hinted();
  state.values.forEach((_, cell) => drawCell(cell, clash, shown));
}

function build() {
  const { side, width, height } = board();
  const grid = $("board");
  grid.dataset.board = state.board;
  grid.style.setProperty("--side", side);
  grid.style.setProperty("--across", width);
  grid.style.setProperty("--down", height);
  grid.setAttribute("aria-label", `Sudoku, ${side} by ${side}`);
  cells = [];
  grid.replaceChildren(
    ...Array.from({ length: side }, (_, row) => {
      const line = element("div", { role: "row" });
      for (let column = 0; column < side; column++) {
        const cell = element("div", { role: "gridcell", tabindex: "-1" });
        cell.dataset.cell = cells.length;
        if (!row) cell.dataset.column = column + 1; // the numbers at the edges
        if (!column) cell.dataset.row = row + 1;
        cell.classList.toggle("right", (column + 1) % width === 0 && column + 1 < side);
        cell.classList.toggle("under", (row + 1) % height === 0 && row + 1 < side);
        cells.push(cell);
        line.append(cell);
      }
      return line;
    }),
  );
}

function drawCell(cell, clash, shown) {
  const at = cells[cell];
  const value = state.values[cell];
  const marks = shown.sets.get(cell) ?? state.marks[cell];
  const classes = [...(view.marked.get(cell) || []), ...(shown.classes.get(cell) || [])];
  const here = cell === view.at;
  if (value && state.given[cell]) classes.push("given");
  if (clash.has(cell)) classes.push("clash");
  if (here) classes.push("here");
  else if (board().peers[view.at].has(cell)) classes.push("peer");
  if (value && value === state.values[view.at]) classes.push("same");
  for (const name of [...at.classList]) if (name !== "right" && name !== "under") at.classList.remove(name);
  at.classList.add(...classes);
  at.tabIndex = here ? 0 : -1;
  at.setAttribute("aria-label", label(cell, clash, marks, shown));
  at.setAttribute("aria-selected", here);
  at.setAttribute("aria-readonly", state.given[cell] && !view.clues);
  const put = shown.put.get(cell);
  if (value) at.replaceChildren(DIGITS[value - 1]);
  else if (put && board().side > 10) at.replaceChildren(element("span", { class: "put" }, put)); // marks are too small
  else if (marks) at.replaceChildren(small(cell, marks, shown));
  else at.replaceChildren();
}

function small(cell, marks, shown) {
  const { side } = board();
  const box = element("span", { class: "marks", "aria-hidden": "true" });
  for (let digit = 0; digit < side; digit++) {
    const mark = element("span", {}, (marks >> digit) & 1 ? DIGITS[digit] : "");
    const role = shown.candidates.get(cell * side + digit);
    if (role) mark.className = role;
    box.append(mark);
  }
  return box;
}

function label(cell, clash, marks, shown) {
  const value = state.values[cell];
  const parts = [nameOf(board(), cell), value ? DIGITS[value - 1] : "empty"];
  if (value && state.given[cell]) parts.push("clue");
  if (clash.has(cell)) parts.push("clashes");
  if (view.marked.get(cell)?.includes("bad")) parts.push("wrong");
  if (view.marked.get(cell)?.includes("differs")) parts.push("differs between two solutions");
  if (!value && marks) parts.push(`${shown.sets.has(cell) ? "candidates" : "notes"} ${digitsOf(marks).join(" ")}`);
  return [...parts, ...(shown.labels.get(cell) || [])].join(", ");
}

/** Go to a cell. */
export function move(to) {
  view.at = to;
  draw();
  focus();
}

export const focus = () => cells[view.at].focus({ preventScroll: false });

on("draw", drawBoard);
