import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { firstRetry, PredictionSavers, restingTime, type SaveOutcome } from "./prediction-saver.ts";
import type { SavedPrediction } from "./prediction-state.ts";
import { isLastWord, UnsavedPredictions } from "./unsaved-predictions.ts";

const noon = Date.parse("2000-01-01T12:00:00Z");
const minutes = (after: number) => new Date(noon + after * 60_000).toISOString();
const match = { id: "m1", home_team_name: "Arsenal FC", away_team_name: "Chelsea FC" };
const stored = (home: number, away: number, after = 0): SavedPrediction => ({
  home,
  away,
  savedAt: minutes(after),
});

/** The storage of one device. It outlives the savers. */
class Device implements Storage {
  readonly #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  key = (at: number) => [...this.#items.keys()][at] ?? null;
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#items.set(key, value);
  removeItem = (key: string) => void this.#items.delete(key);
  clear = () => this.#items.clear();
}

const offline = async (): Promise<SaveOutcome> => ({ kind: "failed", why: "connection" });

describe("a prediction that the server does not have", () => {
  let device: Device;
  beforeEach(() => {
    vi.useFakeTimers({ now: noon });
    device = new Device();
  });
  afterEach(() => void vi.useRealTimers());

  const unsavedBy = (player: string) => new UnsavedPredictions(player, device);
  const saversFor = (player: string, save: () => Promise<SaveOutcome>) =>
    new PredictionSavers(unsavedBy(player), save, Date.now);

  async function predictOffline(
    player: string,
    home: number,
    away: number,
    over: SavedPrediction | null = null,
  ) {
    const savers = saversFor(player, offline);
    savers.saverOf(match, over).edit({ home, away });
    await vi.advanceTimersByTimeAsync(restingTime);
    savers.close();
  }

  it("is stored on this device as soon as it is set", () => {
    saversFor("amina", offline).saverOf(match, null).edit({ home: 2, away: 1 });
    expect(unsavedBy("amina").all()).toMatchObject([
      { matchId: "m1", home: 2, away: 1, homeTeam: "Arsenal" },
    ]);
  });

  it("is sent and removed at the next visit", async () => {
    await predictOffline("amina", 2, 1);
    const sent: string[] = [];
    const savers = new PredictionSavers(
      unsavedBy("amina"),
      async (_, { home, away }) => {
        sent.push(`${home}-${away}`);
        return { kind: "saved", prediction: stored(home, away) };
      },
      Date.now,
    );
    savers.read(match, null);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(["2-1"]);
    expect(unsavedBy("amina").all()).toEqual([]);
  });

  it("stays separate from other accounts on the device", async () => {
    await predictOffline("amina", 2, 1);
    const savers = saversFor("bruno", offline);
    savers.read(match, null);
    expect(savers.saverOf(match, null).state.draft).toEqual({ home: null, away: null });
    expect(unsavedBy("bruno").all()).toEqual([]);
  });

  it("yields to a later save from another device, not to the one it replaces", async () => {
    const before = stored(1, 0, -60);
    await predictOffline("amina", 2, 1, before);
    const [unsaved] = unsavedBy("amina").all();
    if (!unsaved) throw new Error("nothing was kept");
    expect(isLastWord(unsaved, before)).toBe(true);
    expect(isLastWord(unsaved, stored(0, 0, 5))).toBe(false);

    const savers = saversFor("amina", offline);
    savers.read(match, stored(0, 0, 5));
    expect(savers.saverOf(match, null).state).toMatchObject({
      draft: { home: 0, away: 0 },
      phase: { kind: "resting" },
    });
    expect(unsavedBy("amina").all()).toEqual([]);
  });

  it("keeps its time during retries", async () => {
    const savers = saversFor("amina", offline);
    savers.saverOf(match, null).edit({ home: 2, away: 1 });
    await vi.advanceTimersByTimeAsync(firstRetry * 3);
    expect(unsavedBy("amina").all()).toMatchObject([{ at: noon }]);
  });

  it("is compared with the server before a retry", async () => {
    const compared: (number | null)[] = [];
    const savers = new PredictionSavers(
      unsavedBy("amina"),
      async (_match, _prediction, unsaved) => {
        compared.push(unsaved?.at ?? null);
        return compared.length === 1
          ? { kind: "failed", why: "connection" }
          : { kind: "overtaken", prediction: stored(0, 0, 5) };
      },
      Date.now,
    );
    const saver = savers.saverOf(match, null);
    saver.edit({ home: 2, away: 1 });
    await vi.advanceTimersByTimeAsync(restingTime + firstRetry);
    expect(compared).toEqual([null, noon]);
    expect(saver.state).toMatchObject({ draft: { home: 0, away: 0 }, phase: { kind: "resting" } });
    expect(unsavedBy("amina").all()).toEqual([]);
  });

  it("is sent when the page closes only if it was never tried", async () => {
    let attempts = 0;
    const savers = saversFor("amina", async () => {
      attempts += 1;
      return { kind: "failed", why: "connection" };
    });
    savers.saverOf(match, null).edit({ home: 2, away: 1 });
    savers.sendWaiting();
    await vi.advanceTimersByTimeAsync(0);
    expect(attempts).toBe(1);
    savers.sendWaiting();
    await vi.advanceTimersByTimeAsync(0);
    expect(attempts).toBe(1);
  });

  it("is retried automatically with growing delays", async () => {
    let attempts = 0;
    const savers = saversFor("amina", async () => {
      attempts += 1;
      return { kind: "failed", why: "connection" };
    });
    savers.saverOf(match, null).edit({ home: 2, away: 1 });
    await vi.advanceTimersByTimeAsync(restingTime + firstRetry);
    expect(attempts).toBe(2);
    await vi.advanceTimersByTimeAsync(firstRetry);
    expect(attempts).toBe(2);
    await vi.advanceTimersByTimeAsync(firstRetry);
    expect(attempts).toBe(3);
  });

  it("is not sent after its match locks, and stays stored", async () => {
    let attempts = 0;
    const savers = saversFor("amina", async () => {
      attempts += 1;
      return { kind: "failed", why: "connection" };
    });
    savers.saverOf(match, null).edit({ home: 2, away: 1 });
    await vi.advanceTimersByTimeAsync(restingTime);
    savers.giveUp("m1", null);
    await vi.advanceTimersByTimeAsync(firstRetry * 10);
    expect(attempts).toBe(1);
    expect(unsavedBy("amina").all()).toHaveLength(1);
  });

  it("is removed after its match locks if the server has it", async () => {
    await predictOffline("amina", 2, 1);
    const savers = saversFor("amina", offline);
    savers.giveUp("m1", stored(3, 1, -5));
    expect(unsavedBy("amina").all()).toHaveLength(1);
    savers.giveUp("m1", stored(2, 1, -5));
    expect(unsavedBy("amina").all()).toEqual([]);
  });

  it("is removed when its save succeeds during an invalid entry", async () => {
    let answer: ((outcome: SaveOutcome) => void) | undefined;
    const savers = saversFor("amina", () => new Promise((resolve) => (answer = resolve)));
    const saver = savers.saverOf(match, null);
    saver.edit({ home: 5, away: 0 });
    await vi.advanceTimersByTimeAsync(restingTime);
    saver.mistype("too many");
    expect(unsavedBy("amina").all()).toHaveLength(1);
    answer?.({ kind: "saved", prediction: stored(5, 0) });
    await vi.advanceTimersByTimeAsync(1);
    expect(unsavedBy("amina").all()).toEqual([]);
    savers.read(match, stored(5, 0));
    expect(saver.state.phase.kind).toBe("invalid");
  });

  it("is removed when the server refuses it", async () => {
    const savers = saversFor("amina", async () => ({ kind: "refused", reason: "locked" }));
    savers.saverOf(match, null).edit({ home: 2, away: 1 });
    await vi.advanceTimersByTimeAsync(restingTime);
    expect(unsavedBy("amina").all()).toEqual([]);
  });

  it("ignores broken entries in the storage", () => {
    device.setItem("scoreline-kept-pick/amina/m1", "{broken");
    device.setItem("scoreline-kept-pick/amina/m2", '{"matchId":"m2"}');
    expect(unsavedBy("amina").all()).toEqual([]);
  });
});
