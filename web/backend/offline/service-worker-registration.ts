/** The page's service worker: it starts the application without a network, and hears push messages. */
import { currentBuild } from "../connection/current-build.ts";

/** Not while developing: it would keep yesterday's files. Nor where the browser has none, as without https. */
export function canHaveWorker(): boolean {
  return "serviceWorker" in navigator && currentBuild() !== "development";
}

/** Registers it, the first time; null where the browser refuses. Without a worker all else works. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!canHaveWorker()) return null;
  return (await navigator.serviceWorker.register("/service-worker.js").catch(() => null)) ?? null;
}
