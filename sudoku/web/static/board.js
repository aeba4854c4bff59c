// SPDX-License-Identifier: MIT
/* The board, drawn: one element a cell, in rows; its digit or its marks, its colors, its name for a screen reader. */

import { $, element } from "./dom.js";
import { marksOf } from "./marks.js";
import { COLORS, clashesOf } from "./puzzle.js";
import { DIGITS, digitsOf, nameOf } from "./shapes.js";
import { hinted } from "./shown.js";
import { board, on, state, view } from "./store.js";

const LARGE = 10; // above this side, marks are too small to show a digit to put
let cells = []; // the elements of the board
let drawn = []; // of each cell, a text for what it shows: replacing the marks of 256 cells takes 0.1 seconds

const FOUND = ["place", "strike", "pattern", "house", "differs", "bad"]; // classes of cells that an answer is about

export const focus = () => cells[view.at].focus();

/** On a small screen, a large board is scrolled to the place of a hint, or to the cells that an answer marks. */
export function reveal() {
  const place = FOUND.map((name) => document.querySelector(`.large .${name}`)).find(Boolean);
  place?.scrollIntoView({ block: "nearest", inline: "center" });
}

function drawBoard() {
  if ($("board").dataset.board !== nameOfShape()) build();
  const clash = clashesOf(state);
  const shown = hinted();
  $("frame").classList.toggle("hinting", shown.classes.size > 0);
  state.values.forEach((_, cell) => drawCell(cell, clash, shown));
}

// ---- its elements

function build() {
  const { side, width, height } = board();
  const grid = $("board");
  grid.dataset.board = nameOfShape();
  grid.setAttribute("aria-label", `Sudoku, ${side} by ${side}`);
  for (const [name, value] of [["--side", side], ["--across", width], ["--down", height]]) {
    $("frame").style.setProperty(name, value);
  }
  $("frame").classList.toggle("large", side > LARGE);
  $("frame").classList.toggle("jigsaw", "regions" in state.rules);
  drawn = [];
  cells = Array.from({ length: side * side }, (_, cell) => cellOf(cell));
  grid.replaceChildren(...Array.from({ length: side }, (_, row) => rowOf(cells.slice(row * side, (row + 1) * side))));
}

const nameOfShape = () => state.board + (state.rules.regions ?? "");

function rowOf(some) {
  const row = element("div", { role: "row" });
  row.append(...some);
  return row;
}

function cellOf(number) {
  const { side, boxes } = board();
  const [row, column] = [Math.floor(number / side), number % side];
  const cell = element("div", { role: "gridcell", tabindex: "-1", "data-cell": number });
  if (!row) cell.dataset.column = column + 1; // the numbers at the edges
  if (!column) cell.dataset.row = row + 1;
  if (column + 1 < side && boxes[number + 1] !== boxes[number]) cell.dataset.right = "";
  if (row + 1 < side && boxes[number + side] !== boxes[number]) cell.dataset.under = "";
  return cell;
}

// ---- their content

function drawCell(cell, clash, shown) {
  const at = cells[cell];
  at.className = classesOf(cell, clash, shown).join(" ");
  at.tabIndex = cell === view.at ? 0 : -1;
  at.setAttribute("aria-label", labelOf(cell, clash, shown));
  at.setAttribute("aria-selected", view.selected.has(cell));
  at.setAttribute("aria-readonly", state.given[cell] && !view.clues);
  const shows = keyOf(cell, shown);
  if (drawn[cell] !== shows) at.replaceChildren(...contentOf(cell, shown));
  drawn[cell] = shows;
}

/** A text that differs for different contents of a cell. */
function keyOf(cell, shown) {
  const { side } = board();
  const roles = shown.candidates.size ? Array.from({ length: side }, (_, k) => shown.candidates.get(cell * side + k)) : [];
  const { values, marks, corners, places } = state;
  return [DIGITS, values[cell], marks[cell], corners[cell], places, shown.sets.get(cell), shown.put.get(cell), shown.pairs.get(cell), shown.filled.get(cell), view.two?.shows, ...roles].join();
}

function classesOf(cell, clash, shown) {
  const value = state.values[cell];
  const alone = view.selected.size === 1 && !shown.classes.size; // else the houses of a hint, or all selected cells, count
  return [
    ...(view.marked.get(cell) || []),
    ...(shown.classes.get(cell) || []),
    ...(value && state.given[cell] ? ["given"] : []),
    ...(clash.has(cell) ? ["clash"] : []),
    ...(state.colors[cell] ? ["dyed", `color${state.colors[cell]}`] : []),
    ...(view.selected.has(cell) ? ["selected"] : []),
    ...(cell === view.at ? ["here"] : alone && board().peers[view.at].has(cell) ? ["peer"] : []),
    ...(value && alone && value === state.values[view.at] ? ["same"] : []),
  ];
}

function contentOf(cell, shown) {
  const value = state.values[cell];
  const put = shown.put.get(cell);
  const [pair, filled] = [shown.pairs.get(cell), shown.filled.get(cell)];
  if (pair) return [pairOf(pair)];
  if (filled) return [element("span", { class: `filled ${view.two.shows}` }, filled)];
  if (value) return [DIGITS[value - 1]];
  return put && board().side > LARGE ? [element("span", { class: "put" }, put)] : marksOf(cell, shown);
}

function pairOf(digits) {
  const box = element("span", { class: "pair", "aria-hidden": "true" });
  box.append(...digits.map((digit) => element("span", {}, digit)));
  return box;
}

function labelOf(cell, clash, shown) {
  const value = state.values[cell];
  const marked = view.marked.get(cell) || [];
  const set = shown.sets.get(cell);
  const parts = [nameOf(board(), cell), value ? DIGITS[value - 1] : "empty"];
  const add = (when, words) => when && parts.push(words);
  add(value && state.given[cell], "clue");
  add(clash.has(cell), "clashes");
  add(marked.includes("bad"), "wrong");
  add(marked.includes("redundant"), "redundant");
  add(marked.includes("differs"), "differs");
  add(!value && set, `candidates ${digitsOf(set).join(" ")}`);
  add(!value && set === undefined && state.marks[cell], `notes ${digitsOf(state.marks[cell]).join(" ")}`);
  add(!value && state.corners[cell], `corner marks ${digitsOf(state.corners[cell]).join(" ")}`);
  add(state.colors[cell], COLORS[state.colors[cell] - 1]);
  return [...parts, ...(shown.labels.get(cell) || [])].join(", ");
}

on("draw", drawBoard);
