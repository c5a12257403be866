import { createHashThreads } from "./hash-threads.ts";

/** Hashes and checks account passwords. */
export interface Passwords {
  /** Returns a PHC string (`$argon2id$...`). Runs off the event loop. */
  hash(password: string): Promise<string>;
  /**
   * Runs off the event loop. For an account without a password (`stored` is null) the same work is done with a dummy
   * hash. An imported hash takes its own time until a sign-in replaces it (see isOutdated).
   */
  matches(stored: string | null, password: string): Promise<boolean>;
  /** True if the hash is cheaper to guess than a new one. */
  isOutdated(stored: string): boolean;
}

/**
 * "full": Argon2id with the memory and passes of RFC 9106's second recommendation (section 4) and one lane, because
 * threads run many sign-ins in parallel. GoTrue verifies the PHC form too, so accounts can move with their passwords.
 * "low": for tests only.
 */
const COSTS = {
  full: { memoryCost: 65_536, timeCost: 3, parallelism: 1 },
  low: { memoryCost: 64, timeCost: 1, parallelism: 1 },
};
export type PasswordCost = keyof typeof COSTS;

export function createPasswords(cost: PasswordCost): Passwords {
  const { memoryCost, timeCost } = COSTS[cost];
  const hashing = createHashThreads();
  const hash = (password: string) => hashing.hash(password, COSTS[cost]);
  let dummyHash: Promise<string> | undefined;
  /** Takes the time of a real check for an account without a password. A failed attempt is repeated. */
  const dummy = () => {
    dummyHash ??= hash(crypto.randomUUID()).catch((error: unknown) => {
      dummyHash = undefined;
      throw error;
    });
    return dummyHash;
  };
  return {
    hash,
    async matches(stored, password) {
      const known = stored?.startsWith("$argon2") || stored?.startsWith("$2") ? stored : null;
      // Ready before it is needed, so that the first account without a password is not told by a longer check.
      const ready = dummy();
      ready.catch(() => {}); // reported to the caller that needs it
      const matches = await hashing.verify(known ?? (await ready), password);
      return known !== null && matches;
    },
    isOutdated(stored) {
      const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(stored) ?? [];
      return !(Number(memory) >= memoryCost && Number(passes) >= timeCost);
    },
  };
}
