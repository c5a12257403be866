import type { KeyValueStorage } from "../../../browser/durable-storage.ts";

/** The start of one player's storage keys. */
const prefixOf = (userId: string) => `scoreline-kept-double/${userId}/`;

/**
 * Marks of doubles that this device stores because the server does not have them yet. A mark is for one lock: after a
 * match was reopened it is not sent.
 */
export class KeptDoubles {
  readonly #prefix: string;

  constructor(
    userId: string,
    private readonly storage: Pick<KeyValueStorage, "getItem" | "setItem" | "removeItem">,
  ) {
    this.#prefix = prefixOf(userId);
  }

  /** Whether the player wants a double on the match; null without a stored mark. */
  of(matchId: string, locksAt: string): boolean | null {
    const [kept, lock] = (this.storage.getItem(this.#prefix + matchId) ?? "").split(" ");
    return lock === locksAt && (kept === "true" || kept === "false") ? kept === "true" : null;
  }

  keep(matchId: string, locksAt: string, isDouble: boolean): void {
    try {
      this.storage.setItem(this.#prefix + matchId, `${isDouble} ${locksAt}`);
    } catch {
      // Without storage the mark lasts as long as the card.
    }
  }

  forget(matchId: string): void {
    this.storage.removeItem(this.#prefix + matchId);
  }
}
