import { useQuery } from "@tanstack/react-query";
import { Merge, Plus, Trash2 } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { TeamRow } from "../../../../backend/types/rows.ts";
import { Crest } from "../../../../football/components/crest.tsx";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { RowMenu } from "../../../../ui/overlays/row-menu.tsx";
import { matchesWords } from "../../../../ui/text/name-patterns.ts";
import { allTeams } from "../../shared/all-teams.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { MergeTeamsDialog } from "../../shared/repairs/merge-teams-dialog.tsx";
import { TeamForm } from "./team-form.tsx";
import { deleteTeam } from "./team-queries.ts";

export { TeamsPanel as Component };

type Open = { kind: "form"; team: TeamRow | null } | { kind: "merge" | "delete"; team: TeamRow } | null;

function TeamsPanel() {
  const teams = useQuery(allTeams);
  const [open, setOpen] = useState<Open>(null);
  const [words, setWords] = useState("");
  const searched = useDeferredValue(words.trim());
  const shown = teams.data?.filter(({ name }) => matchesWords(name, searched));
  return (
    <section aria-labelledby="teams">
      <div className="section-head">
        <h2 id="teams">Teams</h2>
        {teams.data && <p>{teams.data.length} in all</p>}
      </div>
      <div className="toolbar">
        <SearchField label="Find a team" value={words} onChange={setWords} />
        <button type="button" className="btn small" onClick={() => setOpen({ kind: "form", team: null })}>
          <Plus size={18} aria-hidden="true" />
          Add team
        </button>
      </div>
      <QueryView
        query={{ ...teams, data: shown }}
        failed="Failed to fetch teams"
        loading={{ count: 8, height: 48, label: "Loading teams" }}
        empty={{
          title: searched ? "No team found" : "No teams yet",
          text: searched
            ? `No team has “${words.trim()}” in its name.`
            : "Teams are added with new matches, or one by one here.",
        }}
      >
        {(rows) => (
          <div className="table-frame">
            <DataTable columns={columnsWith(setOpen)} rows={rows} keyOf={(team) => team.id} />
          </div>
        )}
      </QueryView>
      {open?.kind === "form" && <TeamForm team={open.team} onClose={() => setOpen(null)} />}
      {open?.kind === "merge" && <MergeTeamsDialog team={open.team} onClose={() => setOpen(null)} />}
      {open?.kind === "delete" && <DeleteTeam team={open.team} onClose={() => setOpen(null)} />}
    </section>
  );
}

function columnsWith(onOpen: (open: Open) => void): Column<TeamRow>[] {
  return [
    {
      title: "Team",
      cell: (team) => (
        <span className="team-cell">
          <Crest team={team.name} logo={team.logo_url} size="small" />
          {team.name}
        </span>
      ),
    },
    { title: "Logo", wide: true, cell: (team) => (team.logo_url ? "Custom" : "Drawn") },
    {
      title: "Actions",
      end: true,
      cell: (team) => (
        <span className="row-actions">
          <button
            type="button"
            className="btn secondary small"
            aria-label={`Edit ${team.name}`}
            onClick={() => onOpen({ kind: "form", team })}
          >
            Edit
          </button>
          <RowMenu
            label={`Actions for ${team.name}`}
            actions={[
              {
                label: "Merge into another team",
                icon: Merge,
                onSelect: () => onOpen({ kind: "merge", team }),
              },
              {
                label: "Delete",
                icon: Trash2,
                destructive: true,
                onSelect: () => onOpen({ kind: "delete", team }),
              },
            ]}
          />
        </span>
      ),
    },
  ];
}

function DeleteTeam({ team, onClose }: { team: TeamRow; onClose: () => void }) {
  const remove = useAdminMutation(
    () => deleteTeam(team),
    { success: "Team deleted successfully", failure: "Failed to delete team" },
    { stale: [subject.teams], onDone: onClose },
  );
  return (
    <ConfirmDialog
      open
      title={`Delete ${team.name}?`}
      keep="Keep team"
      confirm="Delete team"
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>A team with matches cannot be deleted. Delete its matches first.</p>
    </ConfirmDialog>
  );
}
