// SPDX-License-Identifier: MIT
/* The drawing of the rules: images of the server's that lie in the frame, under and above the cells.

   They are parsed as SVG by themselves, so nothing in them becomes HTML, and the page may run no script in them. */

import { fetched } from "./ask.js";
import { $ } from "./dom.js";
import { learn } from "./rules.js";
import { draw, on, state } from "./store.js";

let drawn = ""; // the board and rules of the images
const LAYERS = ["under", "over", "dots"]; // under the digits; above the borders of cells; the same, in the same colors in the dark
let images = []; // one a layer

function drawLayers() {
  const { rules } = state;
  const wanted = Object.keys(rules).length ? JSON.stringify([state.board, rules]) : "";
  if (wanted !== drawn) {
    drawn = wanted;
    if (wanted) load({ board: state.board, rules }, wanted);
    else place([], 0, []);
  }
}

async function load(fields, wanted) {
  const answer = await fetched("picture", fields).catch(() => null);
  if (!answer?.under) return;
  learn(fields.board, fields.rules, answer.entries);
  if (wanted === drawn) place(LAYERS.map((name) => imageOf(answer, name)), answer.margin, answer.legend);
  draw();
}

function imageOf(answer, name) {
  const image = document.adoptNode(new DOMParser().parseFromString(answer[name], "image/svg+xml").documentElement);
  image.classList.add("layer", name);
  image.setAttribute("aria-hidden", "true");
  return image;
}

function place(next, margin, legend) {
  for (const image of images) image.remove();
  images = next;
  $("frame").classList.toggle("ruled", images.length > 0);
  $("frame").classList.toggle("outside", margin > 0);
  $("frame").classList.toggle("caged", "killer" in state.rules || "sums" in state.rules);
  $("frame").style.setProperty("--margin", margin);
  $("legend").textContent = legend.join("; ");
  $("unmarked").textContent = legend.length ? `In words: ${legend.join("; ")}` : "";
  $("frame").prepend(...images);
}

on("draw", drawLayers);
