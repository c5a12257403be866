import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { isCup } from "../../../../football/rules/competitions.ts";
import { timeLeft } from "../../../../football/time/kick-off.ts";
import { useNow } from "../../../../football/time/use-now.ts";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useEditQuestion } from "../../../../ui/overlays/edit-question.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { editScores } from "../results/result-queries.ts";
import { savedScoreOf } from "../results/result-rules.ts";
import { scoreOf } from "./match-rules.ts";
import { useMatchMutation } from "./use-match-mutation.ts";

/** Sets the score of a match and completes it, or corrects a completed one. Asks first if it has not kicked off. */
export function ScoreDialog({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const now = useNow(1_000);
  const [sure, setSure] = useState(false);
  const correcting = match.status === "completed";
  const early = match.status === "upcoming" && Date.parse(match.kickoff_at) > now && !sure;
  return (
    <Dialog
      open
      onClose={onClose}
      title={correcting ? "Edit Scores" : "Complete & Set Score"}
      description={`${clubName(match.home_team_name)} v ${clubName(match.away_team_name)}. ${describe(match)}`}
    >
      {early ? (
        <>
          <p className="notice warning">
            <CircleAlert size={20} aria-hidden="true" />
            <span>
              This match has not kicked off: it starts in <b>{timeLeft(match.kickoff_at, now)}</b>. If you
              complete it now, nobody can predict it any more and everyone sees the picks.
            </span>
          </p>
          <div className="actions">
            <button type="button" className="btn" onClick={onClose}>
              Keep it open
            </button>
            <button type="button" className="btn secondary" onClick={() => setSure(true)}>
              Complete it early
            </button>
          </div>
        </>
      ) : (
        <ScoreForm match={match} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ScoreForm({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const [home, setHome] = useState(match.home_score?.toString() ?? "");
  const [away, setAway] = useState(match.away_score?.toString() ?? "");
  const [invalid, setInvalid] = useState<string | null>(null);
  const { ask, question } = useEditQuestion();
  const save = useMatchMutation(
    async ({ home, away }: { home: number; away: number }) => {
      const result = { id: match.id, home_score: home, away_score: away, seen: savedScoreOf(match) };
      const done = await editScores([result], [match], { ask, onTheirs: onClose });
      return done?.undo_id;
    },
    { success: "Match score updated and points calculated!", failure: "Failed to update match score" },
    onClose,
  );
  const submit = () => {
    const score = scoreOf(home, away);
    if ("problem" in score) return setInvalid(score.problem);
    setInvalid(null);
    save.mutate(score);
  };
  const problem = invalid ?? save.problem;
  return (
    <Form className="score-form" noValidate onSubmit={submit}>
      <div className="score-fields">
        <ScoreField team={match.home_team_name} value={home} invalid={problem !== null} onValue={setHome} />
        <i aria-hidden="true">–</i>
        <ScoreField team={match.away_team_name} value={away} invalid={problem !== null} onValue={setAway} />
      </div>
      <FormError message={problem} />
      {question}
      <div className="actions">
        <button type="button" className="btn secondary" onClick={onClose}>
          Close
        </button>
        <SubmitButton pending={save.isPending}>
          {match.status === "completed" ? "Save Scores" : "Complete match"}
        </SubmitButton>
      </div>
    </Form>
  );
}

interface ScoreFieldProps {
  team: string;
  value: string;
  invalid: boolean;
  onValue: (value: string) => void;
}

function ScoreField({ team, value, invalid, onValue }: ScoreFieldProps) {
  return (
    <label>
      {clubName(team)}
      <input
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${clubName(team)} score`}
        aria-invalid={invalid}
        value={value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onValue(event.target.value)}
      />
    </label>
  );
}

function describe(match: MatchRow): string {
  const predictions = plural(match.predictions_count, "prediction");
  const ninety = isCup(match.league) ? " Enter the score after 90 minutes plus stoppage time." : "";
  return match.status === "completed"
    ? `Points will be recalculated for ${predictions}.${ninety}`
    : `Points will be calculated for ${predictions}.${ninety}`;
}
