import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import * as adminWords from "#words/admin";
import * as words from "#words/admin-matches";
import * as uiWords from "#words/ui";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { type Edit, saveEdit } from "../../../../backend/queries/save-edit.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { datesAllowed } from "../../../../football/fixtures/dates-allowed.ts";
import { competitions } from "../../../../football/rules/competitions.ts";
import { DateInput } from "../../../../ui/forms/date-input.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useEditQuestion } from "../../../../ui/overlays/edit-question.tsx";
import { ResemblingTeamQuestion } from "../../shared/resembling-team-question.tsx";
import { addMatch, changeMatch, loadMatch, openedMatch } from "./match-mutations.ts";
import { nextMatchDate, teamNames } from "./match-queries.ts";
import {
  cleaned,
  defaultTime,
  fieldsOf,
  knownTeam,
  likelyMatchDay,
  type MatchFields,
  matchEditFields,
  movesIntoPast,
  problemWith,
} from "./match-rules.ts";
import { PastKickOffDialog } from "./past-kick-off-dialog.tsx";
import { useMatchMutation } from "./use-match-mutation.ts";

/** Adds or edits a match. Keeps the input when saving fails. */
export function MatchForm({ match, onClose }: { match: MatchRow | null; onClose: () => void }) {
  const listId = useId();
  const teams = useQuery(teamNames).data;
  const zone = backend().config.time_zone;
  const next = useQuery({ ...nextMatchDate, enabled: match === null }).data ?? null;
  const [typed, setTyped] = useState<Partial<MatchFields>>({});
  const fields = { ...fieldsOf(match, likelyMatchDay(next, defaultTime, zone, serverNow())), ...typed };
  const [past, setPast] = useState<MatchFields | null>(null);
  const [invalid, setInvalid] = useState<string | null>(null);
  const { ask, question } = useEditQuestion();
  const store = useMatchMutation(
    (next: MatchFields) => storeMatch(next, match, { ask, onTheirs: onClose }).then(() => null),
    {
      success: match ? words.matchUpdated : words.matchAdded,
      failure: words.failedToSaveMatch,
    },
    onClose,
  );
  const submit = () => {
    const next = cleaned(fields, teams ?? []);
    const problem = problemWith(next, serverNow());
    setInvalid(problem);
    if (problem) return;
    if (movesIntoPast(next, match, zone, serverNow())) setPast(next);
    else store.mutate(next);
  };
  const set = (change: Partial<MatchFields>) => setTyped({ ...typed, ...change });
  // The database refuses changes of the teams and the competition of a predicted match.
  const fixed = match !== null && match.predictions_count > 0;
  const problem = invalid ?? store.problem;

  return (
    <Dialog open onClose={onClose} wide title={match ? words.editMatch : words.addMatch}>
      <Form noValidate onSubmit={submit} className="match-form">
        {fixed && (
          <p className="notice whole-row">{words.teamsAreFixed({ players: match.predictions_count })}</p>
        )}
        <TeamField
          label={words.homeTeam}
          value={fields.home}
          disabled={fixed}
          list={listId}
          teams={teams}
          onValue={(home) => set({ home })}
        />
        <TeamField
          label={words.awayTeam}
          value={fields.away}
          disabled={fixed}
          list={listId}
          teams={teams}
          onValue={(away) => set({ away })}
        />
        <datalist id={listId}>
          {teams?.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <DetailFields fields={fields} fixed={fixed} onChange={set} />
        <FormError message={problem} className="whole-row" />
        <div className="actions whole-row">
          <button type="button" className="btn secondary" onClick={onClose}>
            {uiWords.close}
          </button>
          <SubmitButton pending={store.isPending}>{match ? words.saveMatch : words.addMatch}</SubmitButton>
        </div>
      </Form>
      {question}
      {past && (
        <PastKickOffDialog
          fields={past}
          adding={match === null}
          onKeep={() => setPast(null)}
          onConfirm={() => {
            setPast(null);
            store.mutate(past);
          }}
        />
      )}
    </Dialog>
  );
}

/** The fields other than the teams. */
function DetailFields({
  fields,
  fixed,
  onChange,
}: {
  fields: MatchFields;
  fixed: boolean;
  onChange: (change: Partial<MatchFields>) => void;
}) {
  const { first, last } = datesAllowed(serverNow());
  return (
    <>
      <Field label={words.date}>
        <DateInput
          min={first}
          max={last}
          value={fields.date}
          onChange={(event) => onChange({ date: event.target.value })}
        />
      </Field>
      <Field label={words.time} hint={adminWords.clubTime}>
        <input type="time" value={fields.time} onChange={(event) => onChange({ time: event.target.value })} />
      </Field>
      <Field label={words.league} className="whole-row">
        <select
          value={fields.league}
          disabled={fixed}
          onChange={(event) => onChange({ league: event.target.value })}
        >
          <option value="">{words.chooseACompetition}</option>
          {competitions.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field label={words.roundOptional}>
        <input
          value={fields.round}
          maxLength={60}
          placeholder={words.exampleOfARound}
          onChange={(event) => onChange({ round: event.target.value })}
        />
      </Field>
      <Field label={words.seasonOptional}>
        <input
          value={fields.season}
          maxLength={40}
          placeholder="2026/27"
          onChange={(event) => onChange({ season: event.target.value })}
        />
      </Field>
      <label className="checkbox-field whole-row">
        <input
          type="checkbox"
          checked={fields.toBeConfirmed}
          onChange={(event) => onChange({ toBeConfirmed: event.target.checked })}
        />
        <span>{words.kickOffToBeConfirmed}</span>
      </label>
    </>
  );
}

interface TeamFieldProps {
  label: string;
  value: string;
  disabled: boolean;
  list: string;
  /** Undefined if they are not loaded: the name may be of one of them. */
  teams: readonly string[] | undefined;
  onValue: (value: string) => void;
}

/** Offers the club's teams; any other name is added as a new team. */
function TeamField({ label, value, disabled, list, teams, onValue }: TeamFieldProps) {
  const isNew = teams && value.trim() !== "" && knownTeam(value, teams) === undefined;
  return (
    <div>
      <Field label={label} hint={isNew ? words.newTeamIsAdded : undefined}>
        <input
          list={list}
          value={value}
          disabled={disabled}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => onValue(event.target.value)}
        />
      </Field>
      {isNew && <ResemblingTeamQuestion name={value} teams={teams} onUse={onValue} />}
    </div>
  );
}

/** Adds a match, or changes `match` without replacing what somebody else has saved since it was opened. */
function storeMatch(
  next: MatchFields,
  match: MatchRow | null,
  { ask, onTheirs }: Pick<Edit<MatchFields, unknown, void>, "ask"> & { onTheirs: () => void },
): Promise<void> {
  if (match === null) return addMatch(next);
  return saveEdit({
    opened: openedMatch(match),
    mine: next,
    fields: matchEditFields,
    save: (values, seen) => changeMatch(match.id, values, seen),
    load: async () => openedMatch(await loadMatch(match.id)),
    ask,
    onTheirs,
  });
}
