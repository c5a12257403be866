import type { MatchRow } from "../../../backend/types/rows.ts";
import { clubName } from "../../../football/rules/club-name.ts";
import type { Scoreline } from "../../../football/rules/points.ts";
import { PredictionSaver, type SaveOutcome } from "./prediction-saver.ts";
import { isTouched, type SavedPrediction, unsavedIn } from "./prediction-state.ts";
import { isLastWord, type UnsavedPrediction, type UnsavedPredictions } from "./unsaved-predictions.ts";

export type MatchToPredict = Pick<MatchRow, "id" | "home_team_name" | "away_team_name">;

/**
 * The savers of one player, a match each. They outlive their cards, so that a prediction that could not be saved goes on
 * trying whatever page is open, and what is not saved lies in `kept` until it is.
 */
export class PredictionSavers {
  readonly #savers = new Map<string, PredictionSaver>();

  constructor(
    readonly unsaved: UnsavedPredictions,
    /** `kept`: what could not be saved before, with the time at which it was set; null for a first attempt. */
    private readonly save: (
      match: MatchToPredict,
      prediction: Scoreline,
      unsaved: UnsavedPrediction | null,
    ) => Promise<SaveOutcome>,
    private readonly now: () => number,
  ) {}

  /** The one saver of this match. */
  saverOf(match: MatchToPredict, stored: SavedPrediction | null): PredictionSaver {
    const known = this.#savers.get(match.id);
    if (known) return known;
    const saver = new PredictionSaver(stored, (prediction, isRetry) =>
      this.save(match, prediction, isRetry ? this.unsaved.of(match.id) : null),
    );
    saver.subscribe(() => this.#mirror(match, saver));
    this.#savers.set(match.id, saver);
    return saver;
  }

  /** The server's prediction was read: what an earlier visit kept is sent now, unless `stored` is the later word. */
  read(match: MatchToPredict, stored: SavedPrediction | null): void {
    const saver = this.saverOf(match, stored);
    const unsaved = this.unsaved.of(match.id);
    if (!unsaved || this.isTrying(match.id)) saver.read(stored);
    else if (isLastWord(unsaved, stored)) saver.resume(unsaved);
    else {
      saver.yieldTo(stored);
      this.unsaved.forget(match.id);
    }
  }

  /** Whether an answer about this match's prediction is about to come. */
  isTrying(matchId: string): boolean {
    const kind = this.#savers.get(matchId)?.state.phase.kind;
    return kind === "waiting" || kind === "saving";
  }

  /** Its match is closed: nothing more is sent, and what was not saved stays on the shelf to be told. */
  giveUp(matchId: string): void {
    this.#savers.get(matchId)?.stop();
    this.#savers.delete(matchId);
  }

  /** Sends all that waits. What has failed stays on the shelf: the next visit looks first whether it still counts. */
  sendWaiting = (): void => {
    for (const saver of this.#savers.values()) saver.sendWaiting();
  };

  /** Sends all that waits or has failed. */
  sendNow = (): void => {
    for (const saver of this.#savers.values()) saver.sendNow();
  };

  close(): void {
    for (const saver of this.#savers.values()) saver.stop();
    this.#savers.clear();
  }

  #mirror(match: MatchToPredict, saver: PredictionSaver): void {
    if (this.#savers.get(match.id) !== saver) return;
    const { state } = saver;
    if (state.phase.kind === "invalid" && isTouched(state)) return;
    const prediction = unsavedIn(state);
    if (prediction)
      this.unsaved.keep({
        matchId: match.id,
        homeTeam: clubName(match.home_team_name),
        awayTeam: clubName(match.away_team_name),
        ...prediction,
        over: state.saved?.savedAt ?? null,
        at: this.now(),
      });
    else this.unsaved.forget(match.id);
  }
}
