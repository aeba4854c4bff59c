// SPDX-License-Identifier: MIT
/* The state of the page, one plain object, and pure functions on it. A state is never altered: undo is a list of states.

     { board: "3x3", given: [true, ...], values: [5, 0, ...], marks: [0, 0b1011, ...] }      by cell */

import { DIGITS, boardOf } from "./shapes.js";

export function blank(name) {
  const { count } = boardOf(name);
  return { board: name, given: Array(count).fill(false), values: Array(count).fill(0), marks: Array(count).fill(0) };
}

export const lineOf = (values) => values.map((value) => (value ? DIGITS[value - 1] : ".")).join("");
export const valuesOf = (line) => [...line].map((character) => DIGITS.indexOf(character) + 1);

/** The digits that are the puzzle: the clues; and where there are none, all that was entered. */
export function puzzleOf({ given, values }) {
  return given.includes(true) ? values.map((value, cell) => (given[cell] ? value : 0)) : values;
}

/** The cells whose digit stands twice in a house. */
export function clashesOf({ board, values }) {
  const { peers } = boardOf(board);
  const found = new Set();
  values.forEach((value, cell) => {
    if (value) for (const peer of peers[cell]) if (values[peer] === value) found.add(cell);
  });
  return found;
}
