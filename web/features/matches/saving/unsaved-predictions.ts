import type { Scoreline } from "../../../football/rules/points.ts";
import { keptPicksPrefix } from "./kept-picks-key.ts";
import type { SavedPick } from "./prediction-state.ts";

/** A pick that the server does not have yet, as it waits on this device. */
export interface KeptPick extends Scoreline {
  matchId: string;
  /** As the player read them: the match itself may be out of sight when it is too late. */
  homeTeam: string;
  awayTeam: string;
  /** `savedAt` of the pick that it is to replace; null where there was none. */
  over: string | null;
  /** When it was set, in milliseconds since 1970 by the server's clock. */
  at: number;
}

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/**
 * One player's picks on their way, in this device's storage until the server has them: they outlive the page, the tab and
 * the session. Each has a key of its own that begins with the player's id, so that two tabs never overwrite each other
 * and no account on the same device reads another's.
 */
export class KeptPicks {
  readonly #prefix: string;
  readonly #listeners = new Set<() => void>();
  #all: readonly KeptPick[] | null = null;

  constructor(
    userId: string,
    private readonly storage: Shelf,
  ) {
    this.#prefix = keptPicksPrefix(userId);
  }

  /** The same array until something changes. */
  all = (): readonly KeptPick[] => {
    this.#all ??= this.#read();
    return this.#all;
  };

  of(matchId: string): KeptPick | null {
    return keptIn(this.storage.getItem(this.#prefix + matchId));
  }

  /** Keeping the same pick again leaves its time: it is when the player set it that counts. */
  keep(pick: KeptPick): void {
    const before = this.of(pick.matchId);
    const isSame = before?.home === pick.home && before.away === pick.away && before.over === pick.over;
    const kept = isSame ? { ...pick, at: before.at } : pick;
    try {
      this.storage.setItem(this.#prefix + pick.matchId, JSON.stringify(kept));
    } catch {
      // A full or closed storage: the pick then lasts as long as the page.
    }
    this.#changed();
  }

  forget(matchId: string): void {
    if (this.storage.getItem(this.#prefix + matchId) === null) return;
    this.storage.removeItem(this.#prefix + matchId);
    this.#changed();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #changed(): void {
    this.#all = null;
    for (const listener of this.#listeners) listener();
  }

  #read(): KeptPick[] {
    const keys = Array.from({ length: this.storage.length }, (_, at) => this.storage.key(at) ?? "");
    return keys
      .filter((key) => key.startsWith(this.#prefix))
      .map((key) => keptIn(this.storage.getItem(key)))
      .filter((kept) => kept !== null)
      .sort((one, other) => one.at - other.at);
  }
}

/**
 * Whether the kept pick is still the player's last word beside what the server holds: nothing was saved since, or only
 * before this one was set. What another device saved later wins.
 */
export function isLastWord(kept: KeptPick, stored: SavedPick | null): boolean {
  if (!stored) return true;
  if (stored.home === kept.home && stored.away === kept.away) return false;
  return stored.savedAt === kept.over || Date.parse(stored.savedAt) < kept.at;
}

function keptIn(text: string | null): KeptPick | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isKeptPick(value) ? value : null;
  } catch {
    return null;
  }
}

function isKeptPick(value: unknown): value is KeptPick {
  if (typeof value !== "object" || value === null) return false;
  const has = (type: string, ...fields: string[]) =>
    fields.every((field) => typeof Reflect.get(value, field) === type);
  const over: unknown = Reflect.get(value, "over");
  return (
    has("string", "matchId", "homeTeam", "awayTeam") &&
    has("number", "home", "away", "at") &&
    (over === null || typeof over === "string")
  );
}
