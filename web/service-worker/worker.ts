/**
 * The service worker: starts the application without a network and shows push messages. It never caches API responses;
 * the page stores the last answers itself, by account (web/backend/offline/answer-cache.ts).
 */
import { open, show, subscribeAgain } from "./push.ts";
import { strategyOf } from "./requests.ts";
import { asset, build, cacheRest, cacheShell, deleteOldShells, screen, settings } from "./shell.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => {
  // Takes over at once. Open pages still work, because the files of their build stay cached.
  event.waitUntil(cacheShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

async function activate(): Promise<void> {
  await deleteOldShells();
  // No navigation preload: for addresses that the worker leaves to the browser it would send a second request, and a link
  // in an email works only once.
  await self.clients.claim();
  for (const client of await self.clients.matchAll({ type: "window" }))
    client.postMessage({ kind: "build", build });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  switch (strategyOf(request, self.location.origin)) {
    case "asset":
      return event.respondWith(asset(request));
    case "settings":
      return event.respondWith(settings(request, (work) => event.waitUntil(work)));
    case "page":
      return event.respondWith(screen(request, (work) => event.waitUntil(work)));
    case "browser":
      return;
  }
});

self.addEventListener("message", (event) => {
  if (Reflect.get(Object(event.data), "kind") !== "cache the rest") return;
  // Answers on the message's port, if there is one.
  const isMember = Reflect.get(Object(event.data), "isMember") === true;
  event.waitUntil(cacheRest(isMember).then(() => event.ports[0]?.postMessage("done")));
});

self.addEventListener("push", (event) => {
  event.waitUntil(show(self.registration, event.data));
});

self.addEventListener("notificationclick", (event) => {
  event.waitUntil(open(self.clients, event.notification));
});

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain(self.registration, self.clients, event));
});
