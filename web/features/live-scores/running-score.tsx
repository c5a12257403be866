import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { staleAfterMatchChange } from "../../backend/queries/query-keys.ts";
import type { MatchRow } from "../../backend/types/rows.ts";
import { clubName } from "../../football/rules/club-name.ts";
import { maxGoals, type Scoreline } from "../../football/rules/points.ts";
import { enterResultsPath } from "../../football/rules/round-address.ts";
import { ScoreStepper } from "../../ui/forms/score-stepper.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { setRunningScore } from "./live-score-queries.ts";

/** The score of a live match with plus and minus buttons. "Update score" saves it; "Full time" ends the match elsewhere. */
export function RunningScore({ match }: { match: MatchRow }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Scoreline | null>(null);
  const save = useMutation({
    mutationFn: (score: Scoreline) => setRunningScore(match, score),
    onSuccess: () => toast.success("Score updated"),
    onError: (error) => toast.error(messageFor(error, "admin")),
    onSettled: async () => {
      await Promise.all(staleAfterMatchChange.map((key) => queries.invalidateQueries({ queryKey: [key] })));
      setTyped(null);
    },
  });
  const home = clubName(match.home_team_name);
  const away = clubName(match.away_team_name);
  const shown = typed ?? { home: match.home_score, away: match.away_score };
  const isChanged = typed !== null && (typed.home !== match.home_score || typed.away !== match.away_score);
  const stepper = (side: "home" | "away", team: string) => (
    <ScoreStepper
      label={`${team} score`}
      goals={shown[side]}
      max={maxGoals}
      // The first goal of a match sets the other team's score to 0.
      onGoals={(goals) => setTyped({ home: shown.home ?? 0, away: shown.away ?? 0, [side]: goals ?? 0 })}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container in every browser
    <div role="group" aria-label={`Score of ${home} v ${away}`} className="running-score">
      {stepper("home", home)}
      <i aria-hidden="true">–</i>
      {stepper("away", away)}
      <button
        type="button"
        className="btn small"
        disabled={!isChanged}
        aria-disabled={save.isPending}
        onClick={() => typed && !save.isPending && save.mutate(typed)}
      >
        {save.isPending && <LoaderCircle className="spin" size={18} aria-hidden="true" />}
        Update score
      </button>
      <Link className="btn secondary small" to={enterResultsPath(match)}>
        Full time
      </Link>
    </div>
  );
}
