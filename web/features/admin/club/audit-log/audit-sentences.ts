import * as words from "#words/admin-club";
import type { AuditRow } from "../../../../backend/types/admin-rows.ts";
import { matchLabel } from "../../../../football/time/club-day.ts";
import { accountSentences } from "./account-sentences.ts";
import { amount, named, type Sentence, type Sentences, text, valuesOf } from "./audit-entry.ts";
import { clubSentences } from "./club-sentences.ts";
import { matchSentences } from "./match-sentences.ts";
import { planSentences } from "./plan-sentences.ts";

/**
 * What an entry of the audit log says: `Cancelled Arsenal v Chelsea, 21 Nov 2026`. It contains no ids. `timeZone` is the
 * club's.
 */
export function sentenceOf(
  row: Pick<AuditRow, "action" | "subject" | "old_values" | "new_values">,
  player: string,
  timeZone: string,
): string {
  const sentence = auditSentences[row.action] ?? (() => words.madeAnUnknownChange);
  const { subject } = row;
  const [before, after] = [valuesOf(row.old_values), valuesOf(row.new_values)];
  return sentence({ before, after, subject, player, timeZone });
}

const clearedAll: Sentence = ({ after }) =>
  after.outcome === "wrong_pin"
    ? words.enteredAWrongPin
    : words.clearedAllPoints({ count: amount(after.predictions) });

const deletedPrediction: Sentence = ({ before, player }) => {
  const [lost] = Array.isArray(before.predictions) ? before.predictions : [];
  const match = text(valuesOf(lost ?? null).match);
  return match === null
    ? words.deletedPrediction({ player })
    : words.deletedPredictionOfMatch({ player, match: matchLabel(match) });
};

const createdSnapshot: Sentence = (entry) => words.created({ what: named(words.theSnapshot, entry) });

const playerSentences: Sentences = {
  admin_user_predictions: ({ player }) => words.openedPredictions({ player }),
  "user_predictions.delete": ({ player }) => words.deletedPrediction({ player }),
  delete_user_prediction: deletedPrediction,
  clear_user_predictions: ({ after, player }) =>
    "deleted" in after
      ? words.deletedCountOfPredictions({ count: amount(after.deleted), player })
      : words.deletedThePredictions({ player }),
  clear_player_points: ({ player }) => words.setPointsToZero({ player }),
  clear_all_points: clearedAll,
  recalculate_all_points: ({ after }) => words.recalculatedPoints({ count: amount(after.predictions) }),
  set_clear_points_pin: () => words.setThePin,
  create_predictions_snapshot: createdSnapshot,
  "predictions_snapshots.insert": createdSnapshot,
};

const undone: Sentence = ({ before, subject, player, timeZone }) => {
  const action = text(before.action) ?? "";
  const sentence = sentenceOf({ action, subject, old_values: null, new_values: null }, player, timeZone);
  return words.undid({ sentence });
};

/** The sentences by action. `tests/database/shared-lists.test.ts` compares the actions with those of the database. */
export const auditSentences: Sentences = {
  ...matchSentences,
  ...playerSentences,
  ...accountSentences,
  ...planSentences,
  ...clubSentences,
  undo: undone,
};
