// SPDX-License-Identifier: MIT
/* The marks of an empty cell: candidates in their places, or a person's own in the corners and in the middle. */

import { element } from "./dom.js";
import { DIGITS, digitsOf } from "./shapes.js";
import { board, state } from "./store.js";

// the places of up to eight corner marks, in a square of three by three
const CORNERS = ["", "0", "02", "026", "0268", "01268", "012678", "0123678", "01235678"];

/** The elements of the marks of a cell; `shown` has the candidates of a hint, which take the place of the others. */
export function marksOf(cell, shown) {
  const set = shown.sets.get(cell);
  if (set !== undefined) return [inPlaces(cell, set, shown)];
  const [marks, corners] = [state.marks[cell], state.corners[cell]];
  if (state.places && !corners) return marks ? [inPlaces(cell, marks, shown)] : [];
  return [...(corners ? [inCorners(digitsOf(corners))] : []), ...(marks ? [inMiddle(digitsOf(marks))] : [])];
}

function inPlaces(cell, marks, shown) {
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

function inCorners(digits) {
  const places = CORNERS[digits.length];
  if (!places) return element("span", { class: "crowd", "aria-hidden": "true" }, digits.join(" "));
  const box = element("span", { class: "corners", "aria-hidden": "true" });
  const square = Array.from({ length: 9 }, () => element("span"));
  digits.forEach((digit, k) => (square[places[k]].textContent = digit));
  box.append(...square);
  return box;
}

function inMiddle(digits) {
  const size = digits.length > 8 ? "tiny" : digits.length > 5 ? "smaller" : "";
  return element("span", { class: `center ${size}`, "aria-hidden": "true" }, digits.join(""));
}
