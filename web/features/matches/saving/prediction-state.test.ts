import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PredictionSaver, restingTime, type SaveOutcome } from "./prediction-saver.ts";
import { isUnfinished, next, type SavedPrediction, startOf } from "./prediction-state.ts";

const prediction = (home: number, away: number): SavedPrediction => ({
  home,
  away,
  savedAt: "2000-01-01T14:03:00Z",
});

describe("the state of a prediction", () => {
  it("is unfinished while a typed score has no other one, or is not a score", () => {
    const edited = (saved: SavedPrediction | null, home: number | null, away: number | null) =>
      next(startOf(saved), { kind: "edited", draft: { home, away } });
    expect(isUnfinished(startOf(null))).toBe(false);
    expect(isUnfinished(edited(null, 2, null))).toBe(true);
    expect(isUnfinished(edited(null, null, 0))).toBe(true);
    expect(isUnfinished(edited(null, 2, 1))).toBe(false);
    expect(isUnfinished(edited(prediction(2, 1), null, 1))).toBe(false);
    expect(isUnfinished(edited(prediction(2, 1), 3, null))).toBe(true);
    expect(isUnfinished(next(startOf(null), { kind: "mistyped", problem: "Too many goals" }))).toBe(true);
  });

  it("waits for a save only when both scores are set", () => {
    const half = next(startOf(null), { kind: "edited", draft: { home: 2, away: null } });
    expect(half.phase.kind).toBe("resting");
    expect(next(half, { kind: "edited", draft: { home: 2, away: 1 } }).phase.kind).toBe("waiting");
  });

  it("rests after the change is undone", () => {
    const changed = next(startOf(prediction(2, 1)), { kind: "edited", draft: { home: 3, away: 1 } });
    expect(next(changed, { kind: "edited", draft: { home: 2, away: 1 } }).phase.kind).toBe("resting");
  });

  it("keeps the values when saving fails", () => {
    const failed = next(next(startOf(null), { kind: "edited", draft: { home: 4, away: 0 } }), {
      kind: "failed",
      why: "server",
    });
    expect(failed).toMatchObject({ draft: { home: 4, away: 0 }, phase: { kind: "failed", why: "server" } });
  });

  it("keeps reporting an invalid entry after the earlier request ends", () => {
    const typed = next(startOf(null), { kind: "edited", draft: { home: 5, away: 0 } });
    const invalid = next(next(typed, { kind: "sent" }), { kind: "mistyped", problem: "too many" });
    for (const outcome of [
      { kind: "saved", prediction: prediction(5, 0) },
      { kind: "failed", why: "server" },
    ] as const)
      expect(next(invalid, outcome).phase).toEqual({ kind: "invalid", problem: "too many" });
  });

  it("returns to the saved prediction when the server refuses a late change", () => {
    const late = next(startOf(prediction(2, 1)), { kind: "edited", draft: { home: 5, away: 5 } });
    expect(next(late, { kind: "refused", reason: "locked" })).toMatchObject({
      draft: { home: 2, away: 1 },
      phase: { kind: "refused", reason: "locked" },
    });
  });

  it("follows another device only while the card is unchanged", () => {
    expect(next(startOf(prediction(1, 0)), { kind: "read", prediction: prediction(0, 0) }).draft).toEqual({
      home: 0,
      away: 0,
    });
    const typing = next(startOf(prediction(1, 0)), { kind: "edited", draft: { home: null, away: 0 } });
    expect(next(typing, { kind: "read", prediction: prediction(0, 0) })).toBe(typing);
  });
});

describe("the saver", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("sends five taps as one save", async () => {
    const sent: string[] = [];
    const saver = new PredictionSaver(null, async (score) => {
      sent.push(`${score.home}-${score.away}`);
      return { kind: "saved", prediction: prediction(score.home, score.away) };
    });
    for (const home of [1, 2, 3, 4, 5]) saver.edit({ home, away: 0 });
    await vi.advanceTimersByTimeAsync(restingTime);
    expect(sent).toEqual(["5-0"]);
    expect(saver.state.phase.kind).toBe("resting");
  });

  it("sends one request at a time and the newest values last", async () => {
    const sent: string[] = [];
    let answer: ((outcome: SaveOutcome) => void) | undefined;
    const saver = new PredictionSaver(null, (score) => {
      sent.push(`${score.home}-${score.away}`);
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    saver.edit({ home: 1, away: 0 });
    await vi.advanceTimersByTimeAsync(restingTime);
    saver.edit({ home: 2, away: 0 });
    await vi.advanceTimersByTimeAsync(restingTime);
    expect(sent).toEqual(["1-0"]);
    answer?.({ kind: "saved", prediction: prediction(1, 0) });
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(["1-0", "2-0"]);
  });

  it("sends one request at a time after an invalid entry too", async () => {
    const answers: ((outcome: SaveOutcome) => void)[] = [];
    const saver = new PredictionSaver(null, () => new Promise((resolve) => answers.push(resolve)));
    saver.edit({ home: 5, away: 0 });
    await vi.advanceTimersByTimeAsync(restingTime);
    saver.mistype("too many");
    saver.edit({ home: 4, away: 0 });
    await vi.advanceTimersByTimeAsync(restingTime);
    expect(answers).toHaveLength(1);
    answers[0]?.({ kind: "saved", prediction: prediction(5, 0) });
    await vi.advanceTimersByTimeAsync(1);
    expect(answers).toHaveLength(2);
  });

  it("retries a failed save with the values kept", async () => {
    const outcomes: SaveOutcome[] = [
      { kind: "failed", why: "server" },
      { kind: "saved", prediction: prediction(4, 0) },
    ];
    const saver = new PredictionSaver(
      null,
      async () => outcomes.shift() ?? { kind: "failed", why: "server" },
    );
    saver.edit({ home: 4, away: 0 });
    await vi.advanceTimersByTimeAsync(restingTime);
    expect(saver.state.phase.kind).toBe("failed");
    saver.sendNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(saver.state).toMatchObject({ saved: { home: 4, away: 0 }, phase: { kind: "resting" } });
  });

  it("sends a waiting change when the page closes", async () => {
    const sent: number[] = [];
    const saver = new PredictionSaver(null, async (score) => {
      sent.push(score.home);
      return { kind: "saved", prediction: prediction(score.home, score.away) };
    });
    saver.edit({ home: 2, away: 2 });
    saver.sendNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([2]);
  });
});
