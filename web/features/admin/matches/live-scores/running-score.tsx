import { useQueryClient } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import { EditNotSaved, saveEdit } from "../../../../backend/edits/save-edit.ts";
import { staleAfterMatchChange } from "../../../../backend/queries/query-keys.ts";
import { useAct } from "../../../../backend/queries/use-act.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { ScoreStepper } from "../../../../football/components/score-stepper.tsx";
import type { Scoreline } from "../../../../football/rules/points.ts";
import { enterResultsPath } from "../../../../football/rules/round-address.ts";
import { Link } from "../../../../routing/link.tsx";
import { useEditQuestion } from "../../../../ui/overlays/edit-question.tsx";
import { toast } from "../../../../ui/overlays/toast.ts";
import { setRunningScore } from "./live-score-mutations.ts";
import { loadScore } from "./live-score-queries.ts";
import { openedScore, scoreFields } from "./live-score-rules.ts";

/** A score that is not saved yet, and the saved one when the organiser began. */
interface TypedScore {
  opened: ReturnType<typeof openedScore>;
  score: Scoreline;
}

/** The score of a live match with plus and minus buttons. "Update score" saves it; "Full time" ends the match elsewhere. */
export function RunningScore({ match }: { match: MatchRow }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState<TypedScore | null>(null);
  const { ask, question } = useEditQuestion();
  const save = useAct({
    act: ({ opened, score }: TypedScore) =>
      saveEdit({
        opened,
        mine: { home_score: score.home, away_score: score.away },
        fields: scoreFields,
        save: (values, seen) => setRunningScore(match.id, values, seen),
        load: () => loadScore(match.id),
        ask,
        onTheirs: () => setTyped(null),
      }),
    onSuccess: () => toast.success(words.scoreUpdated),
    onError: (error) => {
      if (!(error instanceof EditNotSaved)) toast.error(messageFor(error, "admin"));
    },
    onSettled: async (_, error, { score }) => {
      await Promise.all(staleAfterMatchChange.map((key) => queries.invalidateQueries({ queryKey: [key] })));
      if (error instanceof EditNotSaved) return;
      // A goal that was added meanwhile is an edit of what was saved.
      const opened = openedScore({ home_score: score.home, away_score: score.away });
      setTyped((now) => (now === null || now.score === score ? null : error ? now : { ...now, opened }));
    },
  });
  const home = clubName(match.home_team_name);
  const away = clubName(match.away_team_name);
  const shown = typed?.score ?? { home: match.home_score, away: match.away_score };
  const isChanged = shown.home !== match.home_score || shown.away !== match.away_score;
  const stepper = (side: "home" | "away", team: string) => (
    <ScoreStepper
      team={team}
      goals={shown[side]}
      // The first goal of a match sets the other team's score to 0.
      onGoals={(goals) =>
        setTyped({
          opened: typed?.opened ?? openedScore(match),
          score: { home: shown.home ?? 0, away: shown.away ?? 0, [side]: goals ?? 0 },
        })
      }
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container in every browser
    <div role="group" aria-label={words.scoreOfMatch({ home, away })} className="running-score">
      {stepper("home", home)}
      <i aria-hidden="true">–</i>
      {stepper("away", away)}
      <button
        type="button"
        className="btn small"
        disabled={!isChanged}
        aria-disabled={save.isPending}
        onClick={() => typed && save.mutate(typed)}
      >
        {save.isPending && <LoaderCircle className="spin" size={18} aria-hidden="true" />}
        <span>{words.updateScore}</span>
      </button>
      <Link className="btn secondary small" to={enterResultsPath(match)}>
        {footballWords.fullTime}
      </Link>
      {question}
    </div>
  );
}
