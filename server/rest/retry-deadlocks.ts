/** Repeats a transaction that PostgreSQL rolled back to end a deadlock. */
import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { DatabaseError } from "../database/database.ts";

const DEADLOCK_DETECTED = "40P01";
const ATTEMPTS = 6;
/** Milliseconds. Without a pause the repeated write takes its locks again before the other one has got them. */
const PAUSE = { least: 50, most: 150 };

/**
 * Two writes that lock the same rows in different orders deadlock, and PostgreSQL rolls one back, which can simply run
 * again. `transaction` must be one whole transaction without other effects. Throws its error after six attempts.
 */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      const deadlocked = error instanceof DatabaseError && error.code === DEADLOCK_DETECTED;
      if (!deadlocked || attempt === ATTEMPTS) throw error;
      await delay(attempt * randomInt(PAUSE.least, PAUSE.most));
    }
  }
}
