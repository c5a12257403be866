import type { Scoreline } from "../../../football/rules/points.ts";
import { unsavedPredictionsPrefix } from "./kept-picks-key.ts";
import type { SavedPrediction } from "./prediction-state.ts";

/** A prediction that the server does not have yet, as it waits on this device. */
export interface UnsavedPrediction extends Scoreline {
  matchId: string;
  /** As the player read them: the match itself may be out of sight when it is too late. */
  homeTeam: string;
  awayTeam: string;
  /** `savedAt` of the prediction that it is to replace; null where there was none. */
  over: string | null;
  /** When it was set, in milliseconds since 1970 by the server's clock. */
  at: number;
}

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/**
 * One player's predictions on their way, in this device's storage until the server has them: they outlive the page, the tab and
 * the session. Each has a key of its own that begins with the player's id, so that two tabs never overwrite each other
 * and no account on the same device reads another's.
 */
export class UnsavedPredictions {
  readonly #prefix: string;
  readonly #listeners = new Set<() => void>();
  #all: readonly UnsavedPrediction[] | null = null;

  constructor(
    userId: string,
    private readonly storage: Shelf,
  ) {
    this.#prefix = unsavedPredictionsPrefix(userId);
  }

  /** The same array until something changes. */
  all = (): readonly UnsavedPrediction[] => {
    this.#all ??= this.#read();
    return this.#all;
  };

  of(matchId: string): UnsavedPrediction | null {
    return parseUnsaved(this.storage.getItem(this.#prefix + matchId));
  }

  /** Keeping the same prediction again leaves its time: it is when the player set it that counts. */
  keep(prediction: UnsavedPrediction): void {
    const before = this.of(prediction.matchId);
    const isSame =
      before?.home === prediction.home && before.away === prediction.away && before.over === prediction.over;
    const unsaved = isSame ? { ...prediction, at: before.at } : prediction;
    try {
      this.storage.setItem(this.#prefix + prediction.matchId, JSON.stringify(unsaved));
    } catch {
      // A full or closed storage: the prediction then lasts as long as the page.
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

  #read(): UnsavedPrediction[] {
    const keys = Array.from({ length: this.storage.length }, (_, at) => this.storage.key(at) ?? "");
    return keys
      .filter((key) => key.startsWith(this.#prefix))
      .map((key) => parseUnsaved(this.storage.getItem(key)))
      .filter((unsaved) => unsaved !== null)
      .sort((one, other) => one.at - other.at);
  }
}

/**
 * Whether the kept prediction is still the player's last word beside what the server holds: nothing was saved since, or only
 * before this one was set. What another device saved later wins.
 */
export function isLastWord(unsaved: UnsavedPrediction, stored: SavedPrediction | null): boolean {
  if (!stored) return true;
  if (stored.home === unsaved.home && stored.away === unsaved.away) return false;
  return stored.savedAt === unsaved.over || Date.parse(stored.savedAt) < unsaved.at;
}

function parseUnsaved(text: string | null): UnsavedPrediction | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isUnsavedPrediction(value) ? value : null;
  } catch {
    return null;
  }
}

function isUnsavedPrediction(value: unknown): value is UnsavedPrediction {
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
