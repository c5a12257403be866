/**
 * Files that lie beside this module, as source (server/database/) and as bundle (build/server/, where the build copies
 * bootstrap/): the one place that knows both layouts.
 */
import { Worker, type WorkerOptions } from "node:worker_threads";

const bundled = import.meta.url.endsWith(".js");

export const BOOTSTRAP_FOLDER = new URL("./bootstrap/", import.meta.url);

/** PGlite's thread. From source it has to load TypeScript, which tsx does in a worker only when registered there. */
export function startPgliteWorker(options: WorkerOptions): Worker {
  if (bundled) return new Worker(new URL("./pglite-worker.js", import.meta.url), options);
  const entry = JSON.stringify(new URL("./pglite/worker.ts", import.meta.url).href);
  const load = `import("tsx/esm/api").then(({ register }) => { register(); return import(${entry}); });`;
  return new Worker(load, { ...options, eval: true, execArgv: [] });
}
