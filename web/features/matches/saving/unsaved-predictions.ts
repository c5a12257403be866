import type { KeyValueStorage } from "../../../browser/durable-storage.ts";
import type { Scoreline } from "../../../football/rules/points.ts";
import type { SavedPrediction } from "./prediction-state.ts";
import { unsavedPrefixOf } from "./unsaved-keys.ts";

/** A prediction that is stored on this device because the server does not have it yet. */
export interface UnsavedPrediction extends Scoreline {
  matchId: string;
  /** The short names of the teams, for the message after the lock, when the match itself may not be loaded. */
  homeTeam: string;
  awayTeam: string;
  /** `savedAt` of the prediction that it replaces; null for a first prediction. */
  over: string | null;
  /** When the player set it, in milliseconds since 1970 by the server's clock. */
  at: number;
}

/**
 * One player's unsaved predictions in this device's storage. They survive the page, the tab and the session. Each has a
 * key that begins with the player's id, so that two tabs never overwrite each other and accounts stay separate.
 */
export class UnsavedPredictions {
  readonly #prefix: string;
  readonly #listeners = new Set<() => void>();
  #all: readonly UnsavedPrediction[] | null = null;

  constructor(
    userId: string,
    private readonly storage: KeyValueStorage,
  ) {
    this.#prefix = unsavedPrefixOf(userId);
  }

  /** All of them, oldest first. Returns the same array until something changes. */
  all = (): readonly UnsavedPrediction[] => {
    this.#all ??= this.#read();
    return this.#all;
  };

  of(matchId: string): UnsavedPrediction | null {
    return parseUnsaved(this.storage.getItem(this.#prefix + matchId));
  }

  /** Stores it. Storing the same scores again keeps the time at which the player set them. */
  keep(prediction: UnsavedPrediction): void {
    const before = this.of(prediction.matchId);
    const isSame =
      before?.home === prediction.home && before.away === prediction.away && before.over === prediction.over;
    const unsaved = isSame ? { ...prediction, at: before.at } : prediction;
    try {
      this.storage.setItem(this.#prefix + prediction.matchId, JSON.stringify(unsaved));
    } catch {
      // Without storage the prediction lasts as long as the page.
    }
    this.readAgain();
  }

  forget(matchId: string): void {
    if (this.storage.getItem(this.#prefix + matchId) === null) return;
    this.storage.removeItem(this.#prefix + matchId);
    this.readAgain();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** After a change of the storage. */
  readAgain(): void {
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
 * Whether the unsaved prediction is newer than the server's: nothing was saved since, or only before the player set this
 * one. A prediction that another device saved later has priority.
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
