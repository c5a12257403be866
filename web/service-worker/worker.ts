/**
 * The service worker: the application starts without a network, and push messages are shown. Data is none of its business;
 * what was last seen is kept by the page itself (web/backend/offline/answer-cache.ts), by account.
 */
import { open, show, subscribeAgain } from "./push.ts";
import { answeringOf } from "./requests.ts";
import { asset, build, cacheShell, deleteOldShells, screen, settings } from "./shell.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => {
  // Open pages are not disturbed: the server's page comes first in any case, and their own files stay kept.
  event.waitUntil(cacheShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

async function takeOver(): Promise<void> {
  await deleteOldShells();
  // No navigation preload: it also asks for addresses that the worker leaves to the browser, which then asks again, and a
  // mailed link works once.
  await self.clients.claim();
  for (const client of await self.clients.matchAll({ type: "window" }))
    client.postMessage({ kind: "build", build });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  switch (answeringOf(request, self.location.origin)) {
    case "asset":
      return event.respondWith(asset(request));
    case "settings":
      return event.respondWith(settings(request));
    case "page":
      return event.respondWith(screen(request, (work) => event.waitUntil(work)));
    case "browser":
      return;
  }
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
