import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as adminWords from "#words/admin";
import * as words from "#words/admin-matches";
import * as uiWords from "#words/ui";
import { clubName } from "../../../../../../supabase/functions/_football/club-name.ts";
import { backend } from "../../../../../backend/connection/client.ts";
import { serverNow } from "../../../../../backend/connection/server-clock.ts";
import type { MatchRow } from "../../../../../backend/types/rows.ts";
import { DateInput } from "../../../../../ui/forms/date-input.tsx";
import { Field } from "../../../../../ui/forms/field.tsx";
import { Form } from "../../../../../ui/forms/form.tsx";
import { FormError } from "../../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../../ui/overlays/dialog.tsx";
import { reopenMatch } from "../match-mutations.ts";
import { nextMatchDate } from "../match-queries.ts";
import { defaultTime, likelyMatchDay, reopeningOf } from "../match-rules.ts";
import { useMatchMutation } from "../use-match-mutation.ts";

/** Reopens a match for predictions: explains the effect, and asks for a new kick-off and a reason. */
export function ReopenDialog({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const zone = backend().config.time_zone;
  const next = useQuery(nextMatchDate).data ?? null;
  const [date, setDate] = useState<string | null>(null);
  const [time, setTime] = useState(match.match_time.slice(0, 5) || defaultTime);
  const [reason, setReason] = useState("");
  const [invalid, setInvalid] = useState<string | null>(null);
  const reopen = useMatchMutation(
    (to: { kickoff: string; reason: string }) => reopenMatch(match, to.kickoff, to.reason).then(() => null),
    { success: words.matchReopened, failure: words.failedToReopenMatch },
    onClose,
  );
  const day = date ?? likelyMatchDay(next, time, zone, serverNow());
  const submit = () => {
    const reopening = reopeningOf(day, time, reason, zone, serverNow());
    setInvalid("problem" in reopening ? reopening.problem : null);
    if (!("problem" in reopening)) reopen.mutate(reopening);
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={words.reopenQuestion({
        home: clubName(match.home_team_name),
        away: clubName(match.away_team_name),
      })}
    >
      <Form noValidate onSubmit={submit} className="match-form">
        <ul className="effects whole-row">
          {effectsOf(match).map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        <Field label={words.newDate}>
          <DateInput value={day} onChange={(event) => setDate(event.target.value)} />
        </Field>
        <Field label={words.newTime} hint={adminWords.clubTime}>
          <input type="time" value={time} onChange={(event) => setTime(event.target.value)} />
        </Field>
        <Field label={words.reason} hint={words.whoReadsTheReason} className="whole-row">
          <input value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <FormError message={invalid ?? reopen.problem} className="whole-row" />
        <div className="actions whole-row">
          <button type="button" className="btn secondary" onClick={onClose}>
            {uiWords.close}
          </button>
          <SubmitButton pending={reopen.isPending}>{words.reopenMatch}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

/** What reopening this match does, in sentences. */
function effectsOf({ status, predictions_count, home_score, away_score }: MatchRow): string[] {
  return [
    words.everyoneCanPredictAgain,
    ...(status === "completed"
      ? [words.resultIsRemoved({ home: home_score ?? "", away: away_score ?? "" })]
      : []),
    predictions_count > 0
      ? words.predictionsAreKept({ predictions: predictions_count })
      : words.nobodyHasPredictedYet,
    words.whoIsTold,
  ];
}
