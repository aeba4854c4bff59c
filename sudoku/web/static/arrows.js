// SPDX-License-Identifier: MIT
/* Arrows between the candidates of a hint, over the board: solid to a candidate that becomes true, dashed to one that
   becomes false. A cell is a square of 1 by 1, and its candidates stand in the places where marks.js writes them. */

import { $, shape } from "./dom.js";
import { hinted } from "./shown.js";
import { board, on } from "./store.js";

const INSET = 0.03; // of a cell, around its candidates (.marks in board.css)
const BEND = 0.14; // of the length of an arrow: how far its middle is beside the straight line
const ROOM = 0.42; // of the place of a candidate: where arrows end before its digit
const HEAD = 0.13; // of a cell

function drawArrows() {
  const { side } = board();
  $("arrows").setAttribute("viewBox", `0 0 ${side} ${side}`);
  $("arrows").replaceChildren(...hinted().links.flatMap(([from, to, dashed]) => arrow(center(from), center(to), dashed)));
}

function center(candidate) {
  const { side, width, height } = board();
  const cell = Math.floor(candidate / side);
  const digit = candidate % side;
  const across = INSET + ((1 - 2 * INSET) * ((digit % width) + 0.5)) / width;
  const down = INSET + ((1 - 2 * INSET) * (Math.floor(digit / width) + 0.5)) / height;
  return [(cell % side) + across, Math.floor(cell / side) + down];
}

/** A line with a bend, and its head, shortened at both ends so that the digits stay legible. */
function arrow(from, to, dashed) {
  const { width } = board();
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const room = Math.min(ROOM / width, length / 4);
  const bend = Math.min(BEND * length, 0.5);
  const middle = [(from[0] + to[0]) / 2 - (dy / length) * bend, (from[1] + to[1]) / 2 + (dx / length) * bend];
  const start = towards(from, middle, room);
  const end = towards(to, middle, room);
  const head = Math.min(HEAD, length / 3);
  const neck = towards(end, middle, head);
  const [ax, ay] = [((end[1] - neck[1]) * 0.45), ((neck[0] - end[0]) * 0.45)];
  const points = [end, [neck[0] + ax, neck[1] + ay], [neck[0] - ax, neck[1] - ay]];
  return [
    shape("path", { d: `M${start} Q${middle} ${neck}`, class: dashed ? "link dashed" : "link" }),
    shape("polygon", { points: points.join(" "), class: "head" }),
  ];
}

function towards([x, y], [goalX, goalY], distance) {
  const length = Math.hypot(goalX - x, goalY - y) || 1;
  return [x + ((goalX - x) * distance) / length, y + ((goalY - y) * distance) / length];
}

on("draw", drawArrows);
