/** Repeats a transaction that PostgreSQL rolled back to end a deadlock. */
import { DatabaseError } from "../database/database.ts";

const DEADLOCK_DETECTED = "40P01";
const ATTEMPTS = 3;

/**
 * Two writes that lock the same rows in different orders deadlock, and PostgreSQL rolls one back, which can simply run
 * again. `transaction` must be one whole transaction without other effects. Throws its error after three attempts.
 */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      const deadlocked = error instanceof DatabaseError && error.code === DEADLOCK_DETECTED;
      if (!deadlocked || attempt === ATTEMPTS) throw error;
    }
  }
}
