import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { reopenMatch } from "./match-mutations.ts";
import { nextMatchDate } from "./match-queries.ts";
import { defaultTime, likelyMatchDay, reopeningOf } from "./match-rules.ts";
import { useMatchMutation } from "./use-match-mutation.ts";

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
    { success: "Match reopened. Players are told.", failure: "Failed to reopen match" },
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
      title={`Reopen ${clubName(match.home_team_name)} v ${clubName(match.away_team_name)}?`}
    >
      <Form noValidate onSubmit={submit} className="match-form">
        <ul className="effects whole-row">
          {effectsOf(match).map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        <Field label="New date">
          <input type="date" value={day} onChange={(event) => setDate(event.target.value)} />
        </Field>
        <Field label="New time" hint="Club time">
          <input type="time" value={time} onChange={(event) => setTime(event.target.value)} />
        </Field>
        <Field label="Reason" hint="Every player can read it. 3 to 200 characters." className="whole-row">
          <input value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <FormError message={invalid ?? reopen.problem} className="whole-row" />
        <div className="actions whole-row">
          <button type="button" className="btn secondary" onClick={onClose}>
            Close
          </button>
          <SubmitButton pending={reopen.isPending}>Reopen match</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

/** What reopening this match does, in sentences. */
function effectsOf({ status, predictions_count, home_score, away_score }: MatchRow): string[] {
  return [
    "Everyone who may play can predict it again until the new kick-off.",
    ...(status === "completed"
      ? [`The result ${home_score}–${away_score} is removed, and its points are taken back at once.`]
      : []),
    predictions_count > 0
      ? `${plural(predictions_count, "prediction is", "predictions are")} kept. They were visible to everyone and stay visible until they are changed.`
      : "Nobody has predicted it yet.",
    "Players who predicted it and subscribers of the competition are told, with your reason.",
  ];
}
