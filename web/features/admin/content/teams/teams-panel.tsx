import { useQuery } from "@tanstack/react-query";
import { Merge, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-content";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { TeamRow } from "../../../../backend/types/rows.ts";
import { Crest } from "../../../../football/components/crest.tsx";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { useSearch } from "../../../../ui/forms/use-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { RowMenu } from "../../../../ui/overlays/row-menu.tsx";
import { matchesWords } from "../../../../ui/text/name-patterns.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { MergeTeamsDialog } from "../../shared/duplicates/merge-teams-dialog.tsx";
import { allTeams } from "../../shared/teams/all-teams.ts";
import { latestUndo } from "../../shared/undo/undo.ts";
import { TeamForm } from "./team-form.tsx";
import { deleteTeam } from "./team-mutations.ts";

export { TeamsPanel as Component };

type Open = { kind: "form"; team: TeamRow | null } | { kind: "merge" | "delete"; team: TeamRow } | null;

function TeamsPanel() {
  const teams = useQuery(allTeams);
  const [open, setOpen] = useState<Open>(null);
  const search = useSearch();
  const { searched } = search;
  const shown = teams.data?.filter(({ name }) => matchesWords(name, searched));
  return (
    <section aria-labelledby="teams">
      <div className="section-head">
        <h2 id="teams">{words.teams}</h2>
        {teams.data && <p>{words.countInAll({ count: teams.data.length })}</p>}
      </div>
      <div className="toolbar">
        <SearchField label={words.findATeam} search={search} list={{ ...teams, data: shown }} />
        <button type="button" className="btn small" onClick={() => setOpen({ kind: "form", team: null })}>
          <Plus size={18} aria-hidden="true" />
          <span>{words.addTeam}</span>
        </button>
      </div>
      <QueryView
        query={{ ...teams, data: shown }}
        failed={words.failedToFetchTeams}
        loading={{ count: 8, height: 48, label: words.loadingTeams }}
        empty={{
          title: searched ? words.noTeamFound : words.noTeamsYet,
          text: searched ? words.noTeamHasName({ name: searched }) : words.howTeamsAreAdded,
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
      title: words.team,
      cell: (team) => (
        <span className="team-cell">
          <Crest team={team.name} logo={team.logo_url} size="small" />
          <span>{team.name}</span>
        </span>
      ),
    },
    { title: words.logo, wide: true, cell: (team) => (team.logo_url ? words.custom : words.drawn) },
    {
      title: words.actions,
      end: true,
      cell: (team) => (
        <span className="row-actions">
          <button
            type="button"
            className="btn secondary small"
            aria-label={words.editName({ name: team.name })}
            onClick={() => onOpen({ kind: "form", team })}
          >
            {words.edit}
          </button>
          <RowMenu
            label={words.actionsForName({ name: team.name })}
            actions={[
              {
                label: words.mergeIntoAnotherTeam,
                icon: Merge,
                onSelect: () => onOpen({ kind: "merge", team }),
              },
              {
                label: words.deleteLabel,
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
    { success: words.teamDeletedSuccessfully, failure: words.failedToDeleteTeam },
    { stale: [subject.teams], onDone: onClose, undoId: () => latestUndo("teams.delete") },
  );
  return (
    <ConfirmDialog
      open
      title={words.deleteName({ name: team.name })}
      keep={words.keepTeam}
      confirm={words.deleteTeam}
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>{words.teamWithMatchesStays}</p>
    </ConfirmDialog>
  );
}
