import * as adminWords from "#words/admin";
import * as words from "#words/admin-matches";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { MatchPreview } from "../../../../backend/types/import-rows.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { datesAllowed } from "../../../../football/fixtures/dates-allowed.ts";
import { competitions } from "../../../../football/rules/competitions.ts";
import { DateInput } from "../../../../ui/forms/date-input.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { ResemblingTeamQuestion } from "../../shared/teams/resembling-team-question.tsx";
import { knownTeam, type MatchFields } from "./match-rules.ts";

interface TeamsProps {
  fields: MatchFields;
  fixed: boolean;
  /** The id of the list of the club's teams. */
  list: string;
  /** Undefined if they are not loaded: a name may be of one of them. */
  teams: readonly string[] | undefined;
  /** What the database would store for the names in `asked`; undefined until it has answered. */
  preview: MatchPreview | undefined;
  asked: MatchFields;
  onChange: (change: Partial<MatchFields>) => void;
  /** Takes a proposed team, and asks the database again. */
  onUse: (change: Partial<MatchFields>) => void;
}

/** Both teams: the club's are offered, and any other name says what will be stored. */
export function TeamFields({ fields, fixed, list, teams, preview, asked, onChange, onUse }: TeamsProps) {
  return (
    <>
      <TeamField
        label={words.homeTeam}
        value={fields.home}
        stored={preview && asked.home === fields.home ? preview.home : null}
        isNew={preview?.is_home_new ?? false}
        {...{ disabled: fixed, list, teams }}
        onValue={(home) => onChange({ home })}
        onUse={(home) => onUse({ home })}
      />
      <TeamField
        label={words.awayTeam}
        value={fields.away}
        stored={preview && asked.away === fields.away ? preview.away : null}
        isNew={preview?.is_away_new ?? false}
        {...{ disabled: fixed, list, teams }}
        onValue={(away) => onChange({ away })}
        onUse={(away) => onUse({ away })}
      />
      <datalist id={list}>
        {teams?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

interface TeamFieldProps {
  label: string;
  value: string;
  /** The name that is stored for this one; null while it is not known. */
  stored: string | null;
  isNew: boolean;
  disabled: boolean;
  list: string;
  teams: readonly string[] | undefined;
  onValue: (value: string) => void;
  onUse: (value: string) => void;
}

function TeamField({ label, value, stored, isNew, disabled, list, teams, onValue, onUse }: TeamFieldProps) {
  const isOther = stored !== null && teams !== undefined && knownTeam(value, teams) === undefined;
  const hint = isNew ? words.newTeamIsAdded : words.teamIsStoredAs({ team: stored ?? "" });
  return (
    <div>
      <Field label={label} hint={isOther ? hint : undefined}>
        <input
          list={list}
          value={value}
          disabled={disabled}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => onValue(event.target.value)}
        />
      </Field>
      {isOther && isNew && <ResemblingTeamQuestion name={value} teams={teams} onUse={onUse} />}
    </div>
  );
}

interface DetailsProps {
  fields: MatchFields;
  match: MatchRow | null;
  fixed: boolean;
  onChange: (change: Partial<MatchFields>) => void;
}

/** The fields other than the teams. */
export function DetailFields({ fields, match, fixed, onChange }: DetailsProps) {
  const { first, last } = datesAllowed(serverNow());
  return (
    <>
      <Field label={words.date} hint={fields.isPostponed ? words.theOldDate : undefined}>
        <DateInput
          min={first}
          max={last}
          value={fields.date}
          disabled={fields.isPostponed}
          onChange={(event) => onChange({ date: event.target.value })}
        />
      </Field>
      <Field label={words.time} hint={adminWords.clubTime}>
        <input
          type="time"
          value={fields.time}
          disabled={fields.isPostponed}
          onChange={(event) => onChange({ time: event.target.value })}
        />
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
      <Field label={words.season}>
        <input
          value={fields.season}
          maxLength={40}
          onChange={(event) => onChange({ season: event.target.value })}
        />
      </Field>
      <label className="checkbox-field whole-row">
        <input
          type="checkbox"
          checked={fields.toBeConfirmed}
          onChange={(event) => onChange({ toBeConfirmed: event.target.checked, isPostponed: false })}
        />
        <span>{words.kickOffToBeConfirmed}</span>
      </label>
      {match?.status === "upcoming" && (
        <label className="checkbox-field whole-row">
          <input
            type="checkbox"
            checked={fields.isPostponed}
            onChange={(event) =>
              onChange({
                isPostponed: event.target.checked,
                toBeConfirmed: false,
                date: match.match_date,
                time: match.match_time.slice(0, 5),
              })
            }
          />
          <span>{words.postponedWithoutDate}</span>
        </label>
      )}
    </>
  );
}
