/** What organisers and the live-score provider did with matches. */
import * as words from "#words/admin-club";
import * as footballWords from "#words/football";
import type { AuditRow } from "../../../../backend/types/admin-rows.ts";
import { importedWords } from "../../../../football/fixtures/import-plan.ts";
import {
  amount,
  countOf,
  type Entry,
  matchOf,
  named,
  type Sentence,
  type Sentences,
  text,
  valuesOf,
} from "./audit-entry.ts";

/** `2–1`, or null without a score. */
function scoreOf({ home_score: home, away_score: away }: Entry["after"]): string | null {
  return typeof home === "number" && typeof away === "number" ? `${home}–${away}` : null;
}

/** A sentence about a match, which also says the score if the entry has one. */
function scored(
  plain: (named: { match: string }) => string,
  withScore: (named: { match: string; score: string }) => string,
  values: (entry: Entry) => Entry["after"] = ({ after }) => after,
): Sentence {
  return (entry) => {
    const [match, score] = [matchOf(entry), scoreOf(values(entry))];
    return score === null ? plain({ match }) : withScore({ match, score });
  };
}

const addedMatch: Sentence = (entry) => words.added({ what: matchOf(entry) });
const cancelledMatch: Sentence = (entry) => words.cancelledMatch({ match: matchOf(entry) });
const movedMatch: Sentence = (entry) => words.movedMatch({ match: matchOf(entry) });
const setResult = scored(
  (match) => words.setTheResult(match),
  (match) => words.setTheResultTo(match),
);
const setRunningScore = scored(
  (match) => words.setTheRunningScore(match),
  (match) => words.setTheRunningScoreTo(match),
);

const changedMatch: Sentence = (entry) => {
  const { after } = entry;
  if (after.status === "cancelled") return cancelledMatch(entry);
  if (after.status === "completed") return setResult(entry);
  if ("home_score" in after || "away_score" in after) return words.changedTheScore({ match: matchOf(entry) });
  if ("kickoff_at" in after) return movedMatch(entry);
  return words.changed({ what: matchOf(entry) });
};

const savedResults: Sentence = (entry) => {
  const saved = Object.values(entry.after);
  if (saved.length > 1) return words.savedResults({ count: saved.length });
  const result = valuesOf((saved[0] ?? null) as AuditRow["new_values"]);
  return setResult({ ...entry, after: result });
};

/** The title of a season question; a settled one has it in the old values. */
const questionOf = ({ before, after }: Entry): string => text(after.title) ?? text(before.title) ?? "";

const acceptedReport: Sentence = (entry) => {
  const { after } = entry;
  const match = matchOf(entry);
  if (after.problem === "exchanged" || after.problem === "return_match")
    return words.exchangedSides({ match });
  if (after.problem === "other_teams") {
    const [home, away] = [String(text(after.home)), String(text(after.away))];
    return words.acceptedOtherTeams({ reported: footballWords.teams({ home, away }), match });
  }
  return words.movedToProvidersKickOff({ match });
};

const organiserSentences: Sentences = {
  "matches.insert": addedMatch,
  "matches.update": changedMatch,
  "matches.delete": (entry) => words.deleted({ what: matchOf(entry) }),
  complete_matches: savedResults,
  cancel_match: cancelledMatch,
  add_season_question: (entry) => words.addedQuestion({ question: questionOf(entry) }),
  change_season_question: (entry) => words.changedQuestion({ question: questionOf(entry) }),
  settle_season_question: (entry) => words.settledQuestion({ question: questionOf(entry) }),
  reopen_season_question: (entry) => words.reopenedQuestion({ question: questionOf(entry) }),
  delete_season_question: (entry) => words.deletedQuestion({ question: questionOf(entry) }),
  void_match: scored(
    (match) => words.voidedMatch(match),
    (match) => words.voidedMatchWithScore(match),
    ({ before }) => before,
  ),
  keep_matches_apart: (entry) =>
    words.keptMatchesApart({ match: matchOf(entry), other: text(entry.after.other) ?? "" }),
  add_return_match: (entry) => words.addedReturnMatch({ match: matchOf(entry) }),
  delete_match: (entry) => words.deletedMatchAndPredictions({ match: matchOf(entry) }),
  delete_matches: ({ before }) =>
    "matches" in before
      ? words.deletedMatchesAndPredictions({ count: countOf(before.matches) })
      : words.deletedSeveralMatches,
  merge_matches: ({ before, after }) =>
    "matches" in before
      ? words.mergedMatches({
          matches: countOf(before.matches),
          moved: amount(after.moved),
          dropped: String(amount(after.dropped)),
        })
      : words.mergedSeveralMatches,
  reopen_match: (entry) => {
    const match = matchOf(entry);
    const reason = text(entry.after.reason);
    return reason === null ? words.reopenedMatch({ match }) : words.reopenedMatchForReason({ match, reason });
  },
  set_running_score: setRunningScore,
  import_matches: ({ after }) => {
    const season = [text(after.league), text(after.season)].filter(Boolean).join(" ") || words.aSeason;
    return words.importedSeason({ season, imported: importedWords(after) });
  },
};

const liveScoreSentences: Sentences = {
  "live_scores.added": addedMatch,
  "live_scores.correction": scored(
    (match) => words.correctedTheResult(match),
    (match) => words.correctedTheResultTo(match),
  ),
  "live_scores.kick-off": (entry) => words.changedWhetherConfirmed({ match: matchOf(entry) }),
  "live_scores.moved": movedMatch,
  "live_scores.result": setResult,
  "live_scores.score": setRunningScore,
  "live_scores.started": (entry) => words.startedMatch({ match: matchOf(entry) }),
  accept_provider_score: scored(
    (match) => words.acceptedProvidersScore(match),
    ({ match, score }) => `${words.acceptedProvidersScore({ match })}: ${score}`,
  ),
  accept_provider_match: acceptedReport,
  reject_provider_score: (entry) => words.rejectedProvidersScore({ match: matchOf(entry) }),
  link_provider_match: (entry) =>
    entry.after.match_id === null
      ? words.unlinkedMatch({ match: matchOf(entry) })
      : words.linkedMatch({ match: matchOf(entry) }),
  ignore_provider_matches: ({ after }) => words.ignoredMatches({ count: amount(after.matches) }),
  set_provider_settings: () => words.changedProviderSettings,
  "sync-live-scores": () => words.loadedLiveScores,
  "update-api-key": () => words.savedNewKey,
  "team_aliases.insert": (entry) => words.added({ what: alias(entry, entry.after.team_name) }),
  "team_aliases.delete": (entry) => words.deleted({ what: alias(entry, entry.before.team_name) }),
};

/** `the team name 'Spurs' for Tottenham` */
function alias(entry: Entry, team: unknown): string {
  const name = named(words.theTeamName, entry);
  const of = text(team);
  return of === null ? name : words.nameForTeam({ name, team: of });
}

export const matchSentences: Sentences = { ...organiserSentences, ...liveScoreSentences };
