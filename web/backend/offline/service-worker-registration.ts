/** Registers the service worker, which starts the application without a network and receives push messages. */
import { currentBuild } from "../connection/current-build.ts";

/** False in development, where a worker would serve old files, and in browsers without service workers, as without https. */
export function canHaveWorker(): boolean {
  return "serviceWorker" in navigator && currentBuild() !== "development";
}

/** Registers the worker; null if the browser refuses. Everything else works without a worker. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!canHaveWorker()) return null;
  return (await navigator.serviceWorker.register("/service-worker.js").catch(() => null)) ?? null;
}
