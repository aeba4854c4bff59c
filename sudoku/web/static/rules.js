// SPDX-License-Identifier: MIT
/* The rules of a puzzle, as the server has them, and pure functions on them: entries added, taken away, described.

     { variants: ["x"], killer: [[15, "r1c1 r1c2"]], even: ["r1c1", "r9c9"], whispers: ["r1c1 r1c2", [3, "r4c4 r5c5"]],
       regions: "111122..." }

   Each item of a list is an entry, and so is each region of a jigsaw, by its character; "." is a cell without one. Rules
   are never altered: undo is a list of states. A kind of rule (an option of the list) has the form in which selected
   cells and a value become an entry. */

import { DIGITS } from "./shapes.js";

const nameOfPlace = (row, column) => `r${row + 1}c${column + 1}`;
const nameOfCell = (side, cell) => nameOfPlace(Math.floor(cell / side), cell % side);

/** The rules of an answer; groups of single cells become lists of their names. */
export function normalized(rules) {
  return Object.fromEntries(
    Object.entries(rules).map(([key, value]) => [key, typeof value === "string" && key !== "regions" ? value.split(" ") : value]),
  );
}

const said = new Map(); // what the server said about an entry: its words, its cells, its value
const nameOfItem = (name, rules, key, item) => JSON.stringify([name, key, item, key === "regions" ? rules.regions : ""]);

/** Keep the entries of an answer about rules on the board of this name. */
export function learn(name, rules, entries) {
  for (const { key, item, ...facts } of entries) said.set(nameOfItem(name, rules, key, item), facts);
}

/** All entries: { key, entry, words, cells, value }, with entry null for a key that is no list. */
export function entriesOf(name, rules) {
  return Object.entries(rules).flatMap(([key, value]) => {
    const entryOf = (entry, item) => ({ key, entry, words: key, cells: [], value: "", ...said.get(nameOfItem(name, rules, key, item)) });
    if (key === "regions") return namesOf(value).map((item) => entryOf(item, item));
    return Array.isArray(value) ? value.map((item, entry) => entryOf(entry, item)) : [entryOf(null, null)];
  });
}

const NO_REGION = ".";
const namesOf = (regions) => [...new Set(regions)].filter((name) => name !== NO_REGION);

export function without(rules, key, entry) {
  if (key === "regions") return withRegions(rules, rules.regions.replaceAll(entry, NO_REGION));
  const rest = entry === null ? [] : rules[key].filter((_, k) => k !== entry);
  const { [key]: gone, ...others } = rules;
  return rest.length ? { ...rules, [key]: rest } : others;
}

/** The rules with these regions; with the boxes again if there is none. */
function withRegions({ regions: before, ...others }, regions) {
  return namesOf(regions).length ? { ...others, regions } : others;
}

/** The rules with one more region. A region that loses a cell is dissolved; the last cells are a region by themselves. */
function withRegion(rules, cells, side) {
  const regions = [...(rules.regions ?? NO_REGION.repeat(side * side))];
  const broken = cells.map((cell) => regions[cell]);
  const next = regions.map((name, cell) => (cells.includes(cell) ? "" : broken.includes(name) ? NO_REGION : name));
  const free = [...DIGITS].filter((name) => !next.includes(name));
  const left = next.filter((name) => name === NO_REGION).length;
  return withRegions(rules, next.map((name) => name || free[0]).join("").replaceAll(NO_REGION, left === side ? free[1] : NO_REGION));
}

const isWhole = (item) => typeof item === "object" && !Array.isArray(item);

export function added(rules, key, items) {
  if (key === "regions") return withRegion(rules, items, items.length);
  const known = rules[key] ?? [];
  if (!Array.isArray(known) || known.some(isWhole)) throw new Error(`The rule “${key}” of this puzzle has no parts in the list: delete it, and add its parts one by one.`);
  const fresh = items.filter((item) => !known.some((other) => JSON.stringify(other) === JSON.stringify(item)));
  return { ...rules, [key]: [...known, ...fresh] };
}

/** The rules with other items in the place of an entry. */
export function replaced(rules, { key, entry }, items) {
  if (key === "regions") return added(without(rules, key, entry), key, items);
  return { ...rules, [key]: rules[key].toSpliced(entry, 1, ...items) };
}

/** The entries of a kind for these cells and this value. Throws an Error with a sentence for the visitor. */
export function itemsOf({ form, value: kind, usual }, cells, text, side) {
  if (form === "flag") return [kind];
  const names = cells.map((cell) => nameOfCell(side, cell));
  const half = names.length / 2;
  switch (form) {
    case "cells":
      return names;
    case "clue":
      return [[valueOf(kind, text, side), names.join(" ")]];
    case "beside":
      if (!areBeside(cells, side)) throw new Error("Select two cells side by side.");
      return kind ? [[valueOf(kind, text, side), names.join(" ")]] : [names.join(" ")];
    case "outside":
    case "diagonal":
      return [[valueOf(kind, text, side), placeOf(cells, side, form)]];
    case "pair": {
      const pill = valueOf(kind, text, side) ?? Number(usual);
      if (!pill || names.length <= pill) throw new Error("Select the circle, and then the cells along the arrow.");
      return [[names.slice(0, pill).join(" "), names.slice(pill).join(" ")]];
    }
    case "region":
      if (cells.length !== side) throw new Error(`A region has ${side} cells; ${cells.length} are selected.`);
      return cells;
    case "halves":
      if (names.length % 2) throw new Error("Select the cells of one group, and then as many cells of its clone.");
      return [[names.slice(0, half).join(" "), names.slice(half).join(" ")]];
    default: {
      const value = kind ? valueOf(kind, text, side) : null;
      return [value === null || value === Number(usual) ? names.join(" ") : [value, names.join(" ")]];
    }
  }
}

/** Whether these are two cells with a common border. */
function areBeside([first, second, ...others], side) {
  if (second === undefined || others.length) return false;
  const steps = [Math.floor(first / side) - Math.floor(second / side), (first % side) - (second % side)];
  return Math.abs(steps[0]) + Math.abs(steps[1]) === 1;
}

function valueOf(kind, text, side) {
  const value = text.trim();
  if (kind === "text") return value;
  if (kind === "digits") return numbersOf(value, side);
  if ((kind === "optional" || kind === "usual") && !value) return null;
  if (kind === "mark" && /^[XV]$/i.test(value)) return value.toUpperCase();
  if (!/^\d{1,4}$/.test(value)) throw new Error(`The value must be ${kind === "mark" ? "X, V or a number" : "a number"}.`);
  return Number(value);
}

/** Digits as the board has them, 12AG; or numbers with something between them, 1 2 10 16. */
function numbersOf(value, side) {
  const parts = value.split(/[\s,]+/);
  const fit = (numbers) => numbers.every((number) => number >= 1 && number <= side);
  const [numbers, digits] = [parts.map(Number), [...parts.join("").toUpperCase()].map((sign) => DIGITS.indexOf(sign) + 1)];
  const found = [parts.length > 1 ? numbers : digits, digits].find((some) => some.length && fit(some));
  if (!found) throw new Error(`The value must be digits of the board, such as 12${DIGITS[side - 1]}${side > 9 ? `, or numbers, such as 1 2 ${side}` : ""}.`);
  return found;
}

/** The place outside the board that sees these cells: the first is at the edge, the second shows the way. */
function placeOf(cells, side, form) {
  const [first, second] = cells.map((cell) => [Math.floor(cell / side), cell % side]);
  if (!second && form === "outside" && !inward(first, side).includes(0)) {
    throw new Error("A corner is at two edges: select the next cell on the way, too.");
  }
  if (!second && form === "diagonal" && inward(first, side).filter(Boolean).length === 1) {
    throw new Error("Select the next cell on the diagonal, too.");
  }
  const way = second ? [second[0] - first[0], second[1] - first[1]] : inward(first, side);
  const place = [first[0] - way[0], first[1] - way[1]];
  if (Math.max(...way.map(Math.abs)) !== 1 || place.every((at) => at >= 0 && at < side)) {
    throw new Error("Select a cell at the edge of the board, and the next one on the way.");
  }
  const named = nameOfPlace(...place);
  return way.includes(0) ? named : `${named} ${nameOfPlace(...first)}`;
}

/** The way from a cell at the edge into the board; from a corner, along the diagonal. */
function inward(place, side) {
  return place.map((at) => (at === 0 ? 1 : at === side - 1 ? -1 : 0));
}
