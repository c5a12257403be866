import { CircleAlert } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import * as uiWords from "#words/ui";
import { clubName } from "../../../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../../../backend/types/rows.ts";
import { isCup } from "../../../../../football/rules/competitions.ts";
import { timeLeft } from "../../../../../football/time/kick-off.ts";
import { useNow } from "../../../../../football/time/use-now.ts";
import { Form } from "../../../../../ui/forms/form.tsx";
import { FormError } from "../../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../../ui/overlays/dialog.tsx";
import { useEditQuestion } from "../../../../../ui/overlays/edit-question.tsx";
import { Rich } from "../../../../../ui/text/rich.tsx";
import { editScores } from "../../results/result-mutations.ts";
import { savedScoreOf } from "../../results/result-rules.ts";
import { scoreOf } from "../match-rules.ts";
import { useMatchMutation } from "../use-match-mutation.ts";

/** Sets the score of a match and completes it, or corrects a completed one. Asks first if it has not kicked off. */
export function ScoreDialog({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const now = useNow(1_000);
  const [sure, setSure] = useState(false);
  const correcting = match.status === "completed";
  const early = match.status === "upcoming" && Date.parse(match.kickoff_at) > now && !sure;
  const teams = footballWords.teams({
    home: clubName(match.home_team_name),
    away: clubName(match.away_team_name),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={correcting ? words.editScores : words.completeAndSetScore}
      description={`${teams}. ${describe(match)}`}
    >
      {early ? (
        <>
          <p className="notice warning">
            <CircleAlert size={20} aria-hidden="true" />
            <span>
              <Rich
                parts={words.hasNotKickedOff({
                  time: timeLeft(match.kickoff_at, now),
                  b: (text) => <b>{text}</b>,
                })}
              />
            </span>
          </p>
          <div className="actions">
            <button type="button" className="btn" onClick={onClose}>
              {words.keepItOpen}
            </button>
            <button type="button" className="btn secondary" onClick={() => setSure(true)}>
              {words.completeItEarly}
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
    { success: words.scoreUpdatedAndPointsCalculated, failure: words.failedToUpdateScore },
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
          {uiWords.close}
        </button>
        <SubmitButton pending={save.isPending}>
          {match.status === "completed" ? words.saveScores : words.completeMatch}
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
      <span>{clubName(team)}</span>
      <input
        inputMode="numeric"
        autoComplete="off"
        aria-label={footballWords.scoreOfTeam({ team: clubName(team) })}
        aria-invalid={invalid}
        value={value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onValue(event.target.value)}
      />
    </label>
  );
}

function describe(match: MatchRow): string {
  const effect = match.status === "completed" ? words.pointsWillBeRecalculated : words.pointsWillBeCalculated;
  const sentence = effect({ predictions: match.predictions_count });
  return isCup(match.league) ? `${sentence} ${words.scoreAfterNinetyMinutes}` : sentence;
}
