import { useQuery } from "@tanstack/react-query";
import { ArrowUpDown } from "lucide-react";
import { useState } from "react";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { allTeams } from "../all-teams.ts";
import { useAdminMutation } from "../mutations/use-admin-mutation.ts";
import { matchesOfTeam, mergeTeams, staleAfterMerge } from "./repair-queries.ts";
import "./repairs.css";

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
      success: `${removed.name} merged into ${kept?.name ?? "another team"}`,
      failure: "Nothing was merged. Please try again.",
    },
    { stale: staleAfterMerge, onDone: onClose, undoId: (id) => id },
  );
  const submit = () => {
    setProblem(kept ? null : "Please choose a team");
    if (kept) merge.mutate(kept);
  };
  return (
    <Dialog open onClose={onClose} title={`Merge ${removed.name} into another team`}>
      <Form className="form" noValidate onSubmit={submit}>
        <Field label="Team to keep">
          <select
            value={kept?.id ?? ""}
            onChange={(event) =>
              setPair({ removed, kept: teams.data?.find(({ id }) => id === event.target.value) ?? null })
            }
          >
            <option value="">Choose a team</option>
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
              Keep {removed.name} instead
            </button>
            <Effects removed={removed.name} kept={kept.name} />
          </>
        )}
        <FormError message={problem ?? merge.problem} />
        <div className="actions">
          <button type="button" className="btn secondary" onClick={onClose}>
            Keep both
          </button>
          <SubmitButton pending={merge.isPending}>Merge teams</SubmitButton>
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
            ? `${kept} gets ${plural(used.matches, "match", "matches")} of ${removed}, with ${plural(used.predictions, "prediction")}.`
            : `${kept} gets the matches of ${removed}.`}
        </li>
        <li>
          “{removed}” becomes another name of {kept}, in imports and live scores too.
        </li>
        <li>
          {removed} is removed. Its logo is kept if {kept} has none.
        </li>
      </ul>
      <p>You can undo this for 30 seconds.</p>
    </>
  );
}
