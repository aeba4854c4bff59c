// SPDX-License-Identifier: MIT
/* The page without a server: Python in a worker answers the questions, and a service worker keeps all files, so that the
   page opens without a network after the first visit.

     ask.js  ->  send()  ->  the queue here  ->  worker.js: one question at a time  ->  a Response, as from the server

   A question that the page drops leaves the queue. One in progress ends soon where the browser shares memory with the
   worker (`crossOriginIsolated`), else within the seconds that a question has. */

import { sendBy } from "./ask.js";

const FAILED = "Python could not be started in this browser; “sudoku serve” has the same page on your own machine";
const dropped = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
const queue = []; // the first is in progress
let worker = null;

function start() {
  worker = new Worker("worker.js", { type: "module" });
  worker.addEventListener("message", ({ data: [status, text] }) => take(status, text));
  worker.addEventListener("error", () => {
    worker = null;
    take(500, JSON.stringify({ error: FAILED }));
  });
  worker.postMessage(dropped);
}

/** Hand the answer to the first question, and begin with the next one. */
function take(status, text) {
  queue.shift()?.done(new Response(text, { status }));
  next();
}

function next() {
  if (!queue.length) return;
  if (!worker) start();
  if (dropped) Atomics.store(dropped, 0, 0);
  worker.postMessage([queue[0].name, queue[0].text]);
}

/** Send a question as `fetch` does: rejected when the page drops it. */
function send(name, { body, signal }) {
  return new Promise((done, fail) => {
    signal?.throwIfAborted();
    const question = { name, text: body, done };
    signal?.addEventListener("abort", () => {
      if (queue[0] !== question && queue.includes(question)) queue.splice(queue.indexOf(question), 1);
      else if (queue[0] === question && dropped) Atomics.store(dropped, 0, 1);
      fail(signal.reason);
    });
    queue.push(question);
    if (queue.length === 1) next();
  });
}

sendBy(send);
start();
navigator.serviceWorker?.register("service.js");
