// SPDX-License-Identifier: MIT
/* The rules of a puzzle, as the server has them, and pure functions on them: entries listed and taken away.

     { variants: ["x"], killer: [[15, "r1c1 r1c2"]], even: ["r1c1", "r9c9"], whispers: ["r1c1 r1c2", [3, "r4c4 r5c5"]],
       regions: "111122..." }

   Each item of a list is an entry, and so is each region of a jigsaw, by its character; "." is a cell without one. Rules
   are never altered: undo is a list of states. The server makes the entry of a kind of rule, the selected cells and a
   value (selection.py), and the words, cells and value of each entry (entries.py). */

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

/** The rules without an entry; with the boxes again if it was the last region. */
export function without(rules, key, entry) {
  const { [key]: before, ...others } = rules;
  if (key === "regions") {
    const regions = before.replaceAll(entry, NO_REGION);
    return namesOf(regions).length ? { ...others, regions } : others;
  }
  const rest = entry === null ? [] : before.filter((_, k) => k !== entry);
  return rest.length ? { ...rules, [key]: rest } : others;
}
