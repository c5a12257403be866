import { StorageError } from "../errors.ts";

/** Runs at most `atOnce` jobs at the same time and queues at most `waiting` more. Throws renderer_busy beyond that. */
export function createQueue(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new StorageError("renderer_busy");
      await new Promise<void>((resolve) => queue.push(resolve)); // a finished job passes its slot to the next
    } else running++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
