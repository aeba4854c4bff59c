// SPDX-License-Identifier: MIT
/* Python in a worker of the page: first the memory that says whether a question is dropped, then questions, one by one. */

import { loadPyodide } from "./engine/pyodide.mjs";

const SITE = "/lib/python3.11/site-packages";
let isDropped = null;

async function load() {
  const packages = fetch("engine/packages.zip").then((response) => response.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("engine/", location).href });
  python.unpackArchive(await packages, "zip", { extractDir: SITE });
  return python.pyimport("sudoku.web.alone").answer;
}

const loaded = load();
loaded.catch((error) => setTimeout(() => { throw error; })); // an error of the worker, which the page shows

self.addEventListener("message", async ({ data }) => {
  if (!data || data instanceof Int32Array) {
    isDropped = data && (() => Atomics.load(data, 0) === 1);
    return;
  }
  const answer = await loaded;
  try {
    const found = answer(...data, isDropped);
    self.postMessage(found.toJs());
    found.destroy();
  } catch (error) {
    console.error(error);
    self.postMessage([500, JSON.stringify({ error: "the page has an internal error; the console of the browser has its words" })]);
  }
});
