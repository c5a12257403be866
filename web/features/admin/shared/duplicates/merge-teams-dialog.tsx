import { useQuery } from "@tanstack/react-query";
import { ArrowUpDown } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useAdminMutation } from "../acts/use-admin-mutation.ts";
import { allTeams } from "../teams/all-teams.ts";
import { mergeTeams } from "./duplicate-mutations.ts";
import { matchesOfTeam, staleAfterMerge } from "./duplicate-queries.ts";
import "./duplicates.css";

interface Team {
  id: string;
  name: string;
}

/** Merges a team into another one, which the organiser chooses unless `into` is given. */
export function MergeTeamsDialog({
  team,
  into = null,
  onClose,
}: {
  team: Team;
  into?: Team | null;
  onClose: () => void;
}) {
  const [pair, setPair] = useState<{ removed: Team; kept: Team | null }>({ removed: team, kept: into });
  const { removed, kept } = pair;
  const [problem, setProblem] = useState<string | null>(null);
  const teams = useQuery(allTeams);
  const merge = useAdminMutation(
    (target: Team) => mergeTeams(target, removed),
    {
      success: words.nameMergedInto({ removed: removed.name, kept: kept?.name ?? words.anotherTeam }),
      failure: words.nothingWasMerged,
    },
    { stale: staleAfterMerge, onDone: onClose, undoId: (id) => id },
  );
  const submit = () => {
    setProblem(kept ? null : words.chooseATeamFirst);
    if (kept) merge.mutate(kept);
  };
  return (
    <Dialog open onClose={onClose} title={words.mergeNameIntoAnotherTeam({ name: removed.name })}>
      <Form className="form" noValidate onSubmit={submit}>
        <Field label={words.teamToKeep}>
          <select
            value={kept?.id ?? ""}
            onChange={(event) =>
              setPair({ removed, kept: teams.data?.find(({ id }) => id === event.target.value) ?? null })
            }
          >
            <option value="">{words.chooseATeam}</option>
            {(teams.data ?? (kept ? [kept] : []))
              .filter(({ id }) => id !== removed.id)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        </Field>
        {kept && (
          <>
            <button
              type="button"
              className="btn secondary small"
              onClick={() => setPair({ removed: kept, kept: removed })}
            >
              <ArrowUpDown size={18} aria-hidden="true" />
              <span>{words.keepNameInstead({ name: removed.name })}</span>
            </button>
            <Effects removed={removed.name} kept={kept.name} />
          </>
        )}
        <FormError message={problem ?? merge.problem} />
        <div className="actions">
          <button type="button" className="btn secondary" onClick={onClose}>
            {words.keepBoth}
          </button>
          <SubmitButton pending={merge.isPending}>{words.mergeTeams}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function Effects({ removed, kept }: { removed: string; kept: string }) {
  const used = useQuery(matchesOfTeam(removed)).data;
  return (
    <>
      <ul className="merge-effects">
        <li>
          {used
            ? words.keptGetsCountedMatches({
                kept,
                matches: used.matches,
                removed,
                predictions: used.predictions,
              })
            : words.keptGetsTheMatches({ kept, removed })}
        </li>
        <li>{words.becomesAnotherName({ removed, kept })}</li>
        <li>{words.teamIsRemoved({ removed, kept })}</li>
      </ul>
      <p>{words.undoForThirtySeconds}</p>
    </>
  );
}
