import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PredictionSavers } from "./pick-desk.ts";
import { firstRetry, restingTime, type SaveOutcome } from "./prediction-saver.ts";
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

/** This device: what it stores outlives every desk. */
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

const offline = async (): Promise<SaveOutcome> => ({ kind: "failed" });

describe("a prediction that the server does not have", () => {
  let device: Device;
  beforeEach(() => {
    vi.useFakeTimers({ now: noon });
    device = new Device();
  });
  afterEach(() => void vi.useRealTimers());

  const unsavedBy = (player: string) => new UnsavedPredictions(player, device);
  const deskFor = (player: string, save: () => Promise<SaveOutcome>) =>
    new PredictionSavers(unsavedBy(player), save, Date.now);

  async function predictOffline(
    player: string,
    home: number,
    away: number,
    over: SavedPrediction | null = null,
  ) {
    const desk = deskFor(player, offline);
    desk.saverOf(match, over).edit({ home, away });
    await vi.advanceTimersByTimeAsync(restingTime);
    desk.close();
  }

  it("lies on this device from the moment it is set", () => {
    deskFor("amina", offline).saverOf(match, null).edit({ home: 2, away: 1 });
    expect(unsavedBy("amina").all()).toMatchObject([
      { matchId: "m1", home: 2, away: 1, homeTeam: "Arsenal" },
    ]);
  });

  it("is sent by the next visit, and then lies there no more", async () => {
    await predictOffline("amina", 2, 1);
    const sent: string[] = [];
    const desk = new PredictionSavers(
      unsavedBy("amina"),
      async (_, { home, away }) => {
        sent.push(`${home}-${away}`);
        return { kind: "saved", prediction: stored(home, away) };
      },
      Date.now,
    );
    desk.read(match, null);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(["2-1"]);
    expect(unsavedBy("amina").all()).toEqual([]);
  });

  it("is nobody else's on the same device", async () => {
    await predictOffline("amina", 2, 1);
    const desk = deskFor("bruno", offline);
    desk.read(match, null);
    expect(desk.saverOf(match, null).state.draft).toEqual({ home: null, away: null });
    expect(unsavedBy("bruno").all()).toEqual([]);
  });

  it("gives way to what another device saved later, and not to what it was set over", async () => {
    const before = stored(1, 0, -60);
    await predictOffline("amina", 2, 1, before);
    const [unsaved] = unsavedBy("amina").all();
    if (!unsaved) throw new Error("nothing was kept");
    expect(isLastWord(unsaved, before)).toBe(true);
    expect(isLastWord(unsaved, stored(0, 0, 5))).toBe(false);

    const desk = deskFor("amina", offline);
    desk.read(match, stored(0, 0, 5));
    expect(desk.saverOf(match, null).state).toMatchObject({
      draft: { home: 0, away: 0 },
      phase: { kind: "resting" },
    });
    expect(unsavedBy("amina").all()).toEqual([]);
  });

  it("keeps the time at which it was set while it is tried again", async () => {
    const desk = deskFor("amina", offline);
    desk.saverOf(match, null).edit({ home: 2, away: 1 });
    await vi.advanceTimersByTimeAsync(firstRetry * 3);
    expect(unsavedBy("amina").all()).toMatchObject([{ at: noon }]);
  });

  it("that could not be sent at first is compared with the server's before it is sent again", async () => {
    const compared: (number | null)[] = [];
    const desk = new PredictionSavers(
      unsavedBy("amina"),
      async (_match, _prediction, unsaved) => {
        compared.push(unsaved?.at ?? null);
        return compared.length === 1
          ? { kind: "failed" }
          : { kind: "overtaken", prediction: stored(0, 0, 5) };
      },
      Date.now,
    );
    const saver = desk.saverOf(match, null);
    saver.edit({ home: 2, away: 1 });
    await vi.advanceTimersByTimeAsync(restingTime + firstRetry);
    expect(compared).toEqual([null, noon]);
    expect(saver.state).toMatchObject({ draft: { home: 0, away: 0 }, phase: { kind: "resting" } });
    expect(unsavedBy("amina").all()).toEqual([]);
  });

  it("is not sent when the page goes, unless it never was tried", async () => {
    let attempts = 0;
    const desk = deskFor("amina", async () => {
      attempts += 1;
      return { kind: "failed" };
    });
    desk.saverOf(match, null).edit({ home: 2, away: 1 });
    desk.sendWaiting();
    await vi.advanceTimersByTimeAsync(0);
    expect(attempts).toBe(1);
    desk.sendWaiting();
    await vi.advanceTimersByTimeAsync(0);
    expect(attempts).toBe(1);
  });

  it("is tried again by itself, and less and less often", async () => {
    let attempts = 0;
    const desk = deskFor("amina", async () => {
      attempts += 1;
      return { kind: "failed" };
    });
    desk.saverOf(match, null).edit({ home: 2, away: 1 });
    await vi.advanceTimersByTimeAsync(restingTime + firstRetry);
    expect(attempts).toBe(2);
    await vi.advanceTimersByTimeAsync(firstRetry);
    expect(attempts).toBe(2);
    await vi.advanceTimersByTimeAsync(firstRetry);
    expect(attempts).toBe(3);
  });

  it("is given up when its match closes, and stays to be told", async () => {
    let attempts = 0;
    const desk = deskFor("amina", async () => {
      attempts += 1;
      return { kind: "failed" };
    });
    desk.saverOf(match, null).edit({ home: 2, away: 1 });
    await vi.advanceTimersByTimeAsync(restingTime);
    desk.giveUp("m1");
    await vi.advanceTimersByTimeAsync(firstRetry * 10);
    expect(attempts).toBe(1);
    expect(unsavedBy("amina").all()).toHaveLength(1);
  });

  it("that is saved while something else than a score was typed is not kept", async () => {
    let answer: ((outcome: SaveOutcome) => void) | undefined;
    const desk = deskFor("amina", () => new Promise((resolve) => (answer = resolve)));
    const saver = desk.saverOf(match, null);
    saver.edit({ home: 5, away: 0 });
    await vi.advanceTimersByTimeAsync(restingTime);
    saver.mistype("too many");
    expect(unsavedBy("amina").all()).toHaveLength(1);
    answer?.({ kind: "saved", prediction: stored(5, 0) });
    await vi.advanceTimersByTimeAsync(1);
    expect(unsavedBy("amina").all()).toEqual([]);
    desk.read(match, stored(5, 0));
    expect(saver.state.phase.kind).toBe("invalid");
  });

  it("that was refused is not kept", async () => {
    const desk = deskFor("amina", async () => ({ kind: "refused", reason: "locked" }));
    desk.saverOf(match, null).edit({ home: 2, away: 1 });
    await vi.advanceTimersByTimeAsync(restingTime);
    expect(unsavedBy("amina").all()).toEqual([]);
  });

  it("reads as none where the storage holds something else", () => {
    device.setItem("scoreline-kept-pick/amina/m1", "{broken");
    device.setItem("scoreline-kept-pick/amina/m2", '{"matchId":"m2"}');
    expect(unsavedBy("amina").all()).toEqual([]);
  });
});
