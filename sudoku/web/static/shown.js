// SPDX-License-Identifier: MIT
/* How a hint is shown on the board, in three stages: the technique alone, its place, everything.

     sets        cell -> its candidates: in every cell that the step rests on, with or without notes
     classes     cell -> house, pattern, strike, place         labels   cell -> the same in words
     candidates  candidate -> its part in the pattern, gone or put
     put         cell -> the digit to put there                links    [from, to, dashed], between candidates
     pairs       cell -> its digits in two solutions           filled   cell -> its digit in one of them */

import { puzzleOf } from "./puzzle.js";
import { DIGITS } from "./shapes.js";
import { board, state, view } from "./store.js";

export const PLACE = 2; // the stage that shows where
export const ALL = 3;

export function hinted() {
  const shown = { sets: new Map(), classes: new Map(), labels: new Map(), candidates: new Map(), put: new Map(), links: [] };
  Object.assign(shown, { pairs: new Map(), filled: new Map() });
  if (view.two) return inSolutions(shown, view.two);
  if (!view.hint) view.live?.candidates?.forEach((mask, cell) => shown.sets.set(cell, mask));
  if (!view.hint || view.stage < PLACE) return shown;
  const { side } = board();
  const cellOf = (candidate) => Math.floor(candidate / side);
  const add = (map, key, item) => map.set(key, [...(map.get(key) || []), item]);
  const { houses, pattern, placed, removed } = view.hint;
  for (const cell of new Set(houses.flat())) add(shown.classes, cell, "house");
  if (view.stage === PLACE && placed.length && houses.length) return shown; // the cell is for the person to find
  for (const cell of new Set(pattern.flat().map(cellOf))) add(shown.classes, cell, "pattern");
  if (view.stage === PLACE) return shown;
  for (const cell of cellsOf(view.hint, cellOf)) if (!state.values[cell]) shown.sets.set(cell, view.hint.candidates[cell]);
  for (const candidate of placed) shown.put.set(cellOf(candidate), DIGITS[candidate % side]);
  pattern.forEach((part, k) => part.forEach((candidate) => shown.candidates.set(candidate, `part${k % 4}`)));
  for (const [list, role, verb, name] of [[removed, "gone", "loses", "strike"], [placed, "put", "is to be", "place"]]) {
    for (const candidate of list) {
      shown.candidates.set(candidate, role);
      add(shown.labels, cellOf(candidate), `${verb} ${DIGITS[candidate % side]}`);
    }
    for (const cell of new Set(list.map(cellOf))) add(shown.classes, cell, name);
  }
  shown.links = linksOf(view.hint);
  return shown;
}

/** Two solutions: the digits of both where they differ, or one in all cells without a clue. */
function inSolutions(shown, { lines, shows }) {
  const clues = puzzleOf(state);
  const [first, second] = lines;
  const line = { first, second }[shows];
  for (const cell of clues.keys()) {
    if (line && !clues[cell]) {
      shown.filled.set(cell, line[cell]);
      shown.labels.set(cell, [`${line[cell]} in the ${shows} solution`]);
    } else if (first[cell] !== second[cell]) {
      shown.pairs.set(cell, [first[cell], second[cell]]);
      shown.labels.set(cell, [`${first[cell]} in the first solution, ${second[cell]} in the second`]);
    }
  }
  return shown;
}

/** The cells whose candidates the step rests on: those of its houses, and all that it names. */
function cellsOf({ houses, pattern, placed, removed, links, weak }, cellOf) {
  const named = [...pattern.flat(), ...placed, ...removed, ...links.flat(), ...weak.flat()];
  return new Set([...houses.flat(), ...named.map(cellOf)]);
}

const linksOf = ({ links, weak }) => [...links.map((link) => [...link, false]), ...weak.map((link) => [...link, true])];
