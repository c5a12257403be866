import type { MatchRow } from "../../../backend/types/rows.ts";
import { clubName } from "../../../football/rules/club-name.ts";
import type { Scoreline } from "../../../football/rules/points.ts";
import { Autosaver, type SaveOutcome } from "./prediction-saver.ts";
import { isTouched, type SavedPick, unsavedIn } from "./prediction-state.ts";
import { isLastWord, type KeptPick, type KeptPicks } from "./unsaved-predictions.ts";

export type MatchToPick = Pick<MatchRow, "id" | "home_team_name" | "away_team_name">;

/**
 * The autosavers of one player, a match each. They outlive their cards, so that a pick that could not be saved goes on
 * trying whatever page is open, and what is not saved lies in `kept` until it is.
 */
export class PickDesk {
  readonly #savers = new Map<string, Autosaver>();

  constructor(
    readonly kept: KeptPicks,
    /** `kept`: what could not be saved before, with the time at which it was set; null for a first attempt. */
    private readonly save: (
      match: MatchToPick,
      pick: Scoreline,
      kept: KeptPick | null,
    ) => Promise<SaveOutcome>,
    private readonly now: () => number,
  ) {}

  /** The one saver of this match. */
  saverOf(match: MatchToPick, stored: SavedPick | null): Autosaver {
    const known = this.#savers.get(match.id);
    if (known) return known;
    const saver = new Autosaver(stored, (pick, isRetry) =>
      this.save(match, pick, isRetry ? this.kept.of(match.id) : null),
    );
    saver.subscribe(() => this.#mirror(match, saver));
    this.#savers.set(match.id, saver);
    return saver;
  }

  /** The server's pick was read: what an earlier visit kept is sent now, unless `stored` is the later word. */
  read(match: MatchToPick, stored: SavedPick | null): void {
    const saver = this.saverOf(match, stored);
    const kept = this.kept.of(match.id);
    if (!kept || this.isTrying(match.id)) saver.read(stored);
    else if (isLastWord(kept, stored)) saver.resume(kept);
    else {
      saver.yieldTo(stored);
      this.kept.forget(match.id);
    }
  }

  /** Whether an answer about this match's pick is about to come. */
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

  #mirror(match: MatchToPick, saver: Autosaver): void {
    if (this.#savers.get(match.id) !== saver) return;
    const { state } = saver;
    if (state.phase.kind === "invalid" && isTouched(state)) return;
    const pick = unsavedIn(state);
    if (pick)
      this.kept.keep({
        matchId: match.id,
        homeTeam: clubName(match.home_team_name),
        awayTeam: clubName(match.away_team_name),
        ...pick,
        over: state.saved?.savedAt ?? null,
        at: this.now(),
      });
    else this.kept.forget(match.id);
  }
}
