/** Preloaded into a host by the memory soak: SIGUSR2 collects garbage and prints the memory in use as a line of JSON. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

// Functions run in threads of the host, which preload this file too.
if (isMainThread)
  process.on("SIGUSR2", () => {
    collectGarbage();
    // Finalizers run between the two collections and release memory.
    setImmediate(() => {
      collectGarbage();
      console.log(`memory ${JSON.stringify(process.memoryUsage())}`);
    });
  });
