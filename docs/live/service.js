// SPDX-License-Identifier: MIT
/* The service worker: it keeps the files of this version of the page, and serves them with or without a network.

   build.py writes VERSION and FILES above. The two headers let the page share memory with its worker; hosts of static
   files seldom send them. */

const NAME = "sudoku-page-";
const HEADERS = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

// "no-cache" asks the server whether what the page has just loaded is still current: one download, not two.
async function keep() {
  const kept = await caches.open(NAME + VERSION);
  await kept.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
  await self.skipWaiting();
}

async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(NAME) && name !== NAME + VERSION).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const kept = await caches.open(NAME + VERSION);
  const response = (await kept.match(request, { ignoreSearch: true })) ?? (await fetch(request));
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
