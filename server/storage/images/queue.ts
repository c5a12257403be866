import { StorageError } from "../errors.ts";

/** Takes work one after the other, `atOnce` under way and `waiting` in the queue. Throws renderer_busy beyond that. */
export function createQueue(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new StorageError("renderer_busy");
      await new Promise<void>((resolve) => queue.push(resolve)); // who ends hands its place over
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
