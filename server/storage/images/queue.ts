import { StorageError } from "../errors.ts";

/** Takes work one after the other, `atOnce` under way and `waiting` in the queue. Throws renderer_busy beyond that. */
export function createTurns(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let underWay = 0;
  return async (work) => {
    if (underWay >= atOnce) {
      if (queue.length >= waiting) throw new StorageError("renderer_busy");
      await new Promise<void>((resolve) => queue.push(resolve)); // who ends hands its place over
    } else underWay++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else underWay--;
    }
  };
}
