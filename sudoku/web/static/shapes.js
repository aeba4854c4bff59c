// SPDX-License-Identifier: MIT
/* The boards: the cells of each house, the box or region of each cell, and the cells that see each other.

     "2x3"  ->  boxes of 2 rows and 3 columns, a board of 6x6

   Cells are numbered in reading order, digits from 1; a set of digits is a whole number, bit 0 is digit 1; a candidate is
   cell * side + digit - 1. Nothing here touches the document. */

const USUAL = "123456789ABCDEFG";
export let DIGITS = USUAL;
const made = new Map();

/** Take the letters of a puzzle for its digits, or the usual signs again. */
export function spell({ letters }) {
  DIGITS = letters?.[0].signs ?? USUAL;
}

/** The board of a name, or of a name and the regions of a jigsaw, one character a cell; made once. */
export function boardOf(name, regions = "") {
  const key = name + regions;
  if (!made.has(key)) made.set(key, shape(name, regions));
  return made.get(key);
}

function shape(name, regions) {
  const [height, width] = name.split("x").map(Number);
  const side = height * width;
  const count = side * side;
  const region = [...new Set(regions.replaceAll(".", ""))]; // a cell without a region is a dot
  const boxOf = (cell) => Math.floor(Math.floor(cell / side) / height) * height + Math.floor((cell % side) / width);
  const boxes = Array.from({ length: count }, (_, cell) => (regions ? region.indexOf(regions[cell]) : boxOf(cell)));
  const houses = Array.from({ length: 3 * side }, () => []);
  for (let cell = 0; cell < count; cell++) {
    houses[Math.floor(cell / side)].push(cell);
    houses[side + (cell % side)].push(cell);
    if (boxes[cell] >= 0) houses[2 * side + boxes[cell]].push(cell);
  }
  const peers = Array.from({ length: count }, () => new Set());
  for (const house of houses) for (const a of house) for (const b of house) if (a !== b) peers[a].add(b);
  return { name, height, width, side, count, houses, boxes, peers };
}

/** The cell in words. */
export const nameOf = ({ side }, cell) => `row ${Math.floor(cell / side) + 1} column ${(cell % side) + 1}`;
export const digitsOf = (mask) => [...DIGITS].filter((_, digit) => (mask >> digit) & 1);
export const counted = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
