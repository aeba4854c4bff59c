// SPDX-License-Identifier: MIT
/* How a hint is shown on the board: by cell and by candidate. */

import { DIGITS } from "./shapes.js";
import { board, state, view } from "./store.js";

/** How a hint is shown: by cell its candidates, its classes and words for it; by candidate its part in the step. */
export function hinted() {
  const shown = { sets: new Map(), classes: new Map(), labels: new Map(), candidates: new Map(), put: new Map() };
  const step = view.hint;
  if (!step) return shown;
  const { side } = board();
  const cellOf = (candidate) => Math.floor(candidate / side);
  const add = (map, key, item) => map.set(key, [...(map.get(key) || []), item]);
  for (const cell of new Set(step.houses.flat())) add(shown.classes, cell, "house");
  const touched = new Set([...step.pattern.flat(), ...step.removed, ...step.placed].map(cellOf));
  for (const cell of touched) if (!state.values[cell]) shown.sets.set(cell, step.candidates[cell]);
  for (const cell of new Set(step.pattern.flat().map(cellOf))) add(shown.classes, cell, "pattern");
  for (const candidate of step.placed) shown.put.set(cellOf(candidate), DIGITS[candidate % side]);
  step.pattern.forEach((part, k) => part.forEach((candidate) => shown.candidates.set(candidate, `part${k % 4}`)));
  for (const [list, role, verb] of [[step.removed, "gone", "loses"], [step.placed, "put", "is to be"]]) {
    for (const candidate of list) {
      shown.candidates.set(candidate, role);
      add(shown.labels, cellOf(candidate), `${verb} ${DIGITS[candidate % side]}`);
    }
    for (const cell of new Set(list.map(cellOf))) add(shown.classes, cell, role === "put" ? "place" : "strike");
  }
  return shown;
}
