// SPDX-License-Identifier: MIT
/* The state of the page, one plain object, and pure functions on it. A state is never altered: undo is a list of states.

     board    "3x3"               given    [true, ...]     is it a clue?          by cell
     values   [5, 0, ...]         marks    [0, 0b1011, ..] center marks: the candidates that hints start from
     corners  [0, 0b10, ...]      colors   [0, 3, ...]     0 is no color
     rules    {killer: [...]}     see rules.js
     places   true                the candidates stand in their places, because the page has filled them in

   Each function on a state returns the next one, or the same one where nothing changes. */

import { DIGITS, boardOf, spell } from "./shapes.js";

export const COLORS = ["red", "orange", "yellow", "green", "blue", "purple", "pink", "grey"];
export const shapeOf = (state) => boardOf(state.board, state.rules.regions);

export function blank(name) {
  const zeros = () => Array(boardOf(name).count).fill(0);
  const given = zeros().map(Boolean);
  return { board: name, given, values: zeros(), marks: zeros(), corners: zeros(), colors: zeros(), rules: {}, places: false };
}

export const lineOf = (values) => values.map((value) => (value ? DIGITS[value - 1] : ".")).join("");
export const valuesOf = (line) => [...line].map((character) => DIGITS.indexOf(character) + 1);

/** Whether there is neither a clue nor a rule, so that no puzzle has begun. */
export const isBare = ({ given, rules }) => !given.includes(true) && !Object.keys(rules).length;

/** The digits of the puzzle: the clues; and without clues and rules, everything that was entered. */
export function puzzleOf(state) {
  return isBare(state) ? state.values : state.values.map((value, cell) => (state.given[cell] ? value : 0));
}

/** A state with these clues, and with digits entered besides. */
export function loaded(name, line, entered, rules = {}) {
  spell(rules);
  const clues = valuesOf(line);
  const values = entered ? valuesOf(entered).map((value, cell) => clues[cell] || value) : clues;
  return { ...blank(name), values, given: clues.map(Boolean), rules };
}

/** The cells whose digit stands twice in a house. */
export function clashesOf(state) {
  const { peers } = shapeOf(state);
  const { values } = state;
  const found = new Set();
  values.forEach((value, cell) => {
    if (value) for (const peer of peers[cell]) if (values[peer] === value) found.add(cell);
  });
  return found;
}

export const isSolved = (state) => state.values.every(Boolean) && !clashesOf(state).size;

// ---- digits, marks and colors, in several cells together

/** A digit in all these cells, as a clue or not; the marks that it excludes go. */
export function put(state, cells, digit, asClue) {
  const open = cells.filter((cell) => asClue || !state.given[cell]);
  if (open.every((cell) => state.values[cell] === digit && state.given[cell] === asClue)) return state;
  const next = copied(state);
  for (const cell of open) {
    next.values[cell] = digit;
    next.given[cell] = asClue;
    exclude(next, cell, digit);
  }
  return next;
}

/** A mark ("marks" or "corners") in all empty cells of these; where all have it, it goes from all. */
export function toggleMark(state, cells, digit, kind) {
  const open = cells.filter((cell) => !state.values[cell]);
  const bit = 1 << (digit - 1);
  if (!open.length) return state;
  const every = open.every((cell) => state[kind][cell] & bit);
  return changed(state, kind, open, (mask) => (every ? mask & ~bit : mask | bit));
}

/** A color for all these cells; where all have it, it goes from all. */
export function paint(state, cells, color) {
  const every = cells.every((cell) => state.colors[cell] === color);
  return changed(state, "colors", cells, () => (every ? 0 : color));
}

/** The cells emptied: of one kind of marks if it is named and there are any, of digits, of all marks, of colors. */
export function erase(state, cells, withClues, kind) {
  const open = cells.filter((cell) => withClues || !state.given[cell]);
  const some = (field, among) => among.some((cell) => state[field][cell]);
  if (kind && some(kind, cells)) return changed(state, kind, cells, () => 0);
  if (some("values", open)) {
    const next = copied(state);
    for (const cell of open) [next.values[cell], next.given[cell]] = [0, false];
    return next;
  }
  if (some("marks", cells) || some("corners", cells)) {
    return changed(changed(state, "marks", cells, () => 0), "corners", cells, () => 0);
  }
  return some("colors", cells) ? changed(state, "colors", cells, () => 0) : state;
}

// ---- what the server's answers do

/** The solution, around the clues. */
export function solved(state, line) {
  const none = state.marks.map(() => 0);
  return { ...state, given: puzzleOf(state).map(Boolean), values: valuesOf(line), marks: none, corners: none };
}

/** The candidates in all empty cells. Those that are gone stay gone: a cell with marks keeps only what is in both sets. */
export function withCandidates(state, masks, keep) {
  const kept = (mask, cell) => (keep && state.marks[cell] & mask) || mask;
  return { ...state, places: true, marks: masks.map((mask, cell) => (state.values[cell] ? 0 : kept(mask, cell))) };
}

/** A step of a proof done. Where it removes candidates, those that remain are shown in all cells. */
export function afterStep(state, { placed, removed, candidates }) {
  const { side } = shapeOf(state);
  const next = copied(removed.length ? withCandidates(state, candidates, true) : state);
  for (const candidate of removed) next.marks[Math.floor(candidate / side)] &= ~(1 << candidate % side);
  for (const candidate of placed) {
    const cell = Math.floor(candidate / side);
    next.values[cell] = (candidate % side) + 1;
    exclude(next, cell, next.values[cell]);
  }
  return next;
}

/** The clues alone. */
export const restarted = (state) => ({ ...blank(state.board), ...puzzleAlone(state) });

function puzzleAlone(state) {
  const values = puzzleOf(state);
  return { values, given: values.map(Boolean), rules: state.rules };
}

// ---- helpers

function copied(state) {
  const { given, values, marks, corners } = state;
  return { ...state, given: [...given], values: [...values], marks: [...marks], corners: [...corners] };
}

function changed(state, kind, cells, act) {
  const list = [...state[kind]];
  for (const cell of cells) list[cell] = act(list[cell]);
  return list.every((item, cell) => item === state[kind][cell]) ? state : { ...state, [kind]: list };
}

/** Take the digit from the marks of the cells that see this one. */
function exclude(next, cell, digit) {
  const bit = 1 << (digit - 1);
  for (const peer of shapeOf(next).peers[cell]) {
    next.marks[peer] &= ~bit;
    next.corners[peer] &= ~bit;
  }
}
