import type { ReactNode } from "react";
import * as words from "#words/admin-matches";
import type { ImportChange, ImportPlan, ImportPlanRow } from "../../../../backend/types/import-rows.ts";
import {
  awardedScore,
  changeWords,
  contradictions,
  exchangesToAsk,
  matchWords,
  rowsWith,
} from "../../../../football/fixtures/import-plan.ts";
import type { FixtureFile, LeftOutRow } from "../../../../football/fixtures/imported-match.ts";
import type { ImportOptions } from "./import-queries.ts";

/** Groups with more rows than this start folded. */
const longGroup = 5;

/** The titles of the changes in the order of the preview. */
const titles: readonly (readonly [ImportChange, string])[] = [
  ["corrected", words.changedResults],
  ["cancelled", words.cancelled],
  ["exchanged", words.homeAndAwayExchanged],
  ["moved", words.moved],
  ["round", words.changedRounds],
  ["result", words.newResults],
  ["added", words.newMatches],
];

const countLabels: readonly (readonly [ImportChange, (of: { count: number }) => string])[] = [
  ["refused", words.countRefused],
  ["undecided", words.countUndecided],
  ["added", words.countAdded],
  ["moved", words.countMoved],
  ["round", words.countWithAnotherRound],
  ["exchanged", words.countExchanged],
  ["result", words.countWithAResult],
  ["corrected", words.countCorrected],
  ["cancelled", words.countCancelled],
  ["unchanged", words.countUnchanged],
];

interface Props {
  plan: ImportPlan;
  file: FixtureFile;
  options: ImportOptions;
  onOptions: (change: Partial<ImportOptions>) => void;
}

/** What the import would do, by name; what needs attention first. Times are in the club's time zone. */
export function Preview({ plan, file, options, onOptions }: Props) {
  const awarded = plan.matches.filter((row) => row.file_status === "awarded" && row.place !== null);
  return (
    <section aria-label={words.preview} className="import-preview">
      <Counts plan={plan} unreadable={file.invalid.length} />
      <p className="hint">{words.datesAreInClubTime}</p>
      {file.unread.length > 0 && (
        <p className="hint">
          {words.columnsNotRead({ count: file.unread.length, columns: file.unread.join(", ") })}
        </p>
      )}
      <LeftOut rows={unusable(plan, file)} title={words.cannotBeUsed} isOpen>
        <Choice checked={options.skip_invalid} onChange={(skip_invalid) => onOptions({ skip_invalid })}>
          {words.importTheRest}
        </Choice>
      </LeftOut>
      <Group title={words.leftAsTheyAre} rows={contradictions(plan)} change="undecided" isOpen />
      <Awarded rows={awarded} plan={plan} file={file} options={options} onOptions={onOptions} />
      {titles.map(([change, title]) => (
        <Group key={change} title={title} rows={rowsWith(plan, change)} change={change} />
      ))}
      <Teams plan={plan} />
      <Group title={words.notInThisFile} rows={rowsWith(plan, "missing")} change="missing">
        <p className="hint">{words.missingMatchesStay}</p>
      </Group>
      <LeftOut rows={file.skipped} title={words.skippedRows} />
    </section>
  );
}

/** The rows that the reader or the database cannot use. */
export function unusable(plan: ImportPlan, file: FixtureFile): LeftOutRow[] {
  const refused = rowsWith(plan, "refused").map((row) => ({
    label: `${matchWords({ ...row, home_score: null })}, ${row.round ?? words.noRound}`,
    reason: row.reason ?? "",
  }));
  return [...file.invalid, ...refused];
}

function Counts({ plan, unreadable }: { plan: ImportPlan; unreadable: number }) {
  const counts = countLabels
    .map(([change, label]) => {
      const rows = rowsWith(plan, change).length - (change === "undecided" ? exchangesToAsk(plan).length : 0);
      return [change, label, rows + (change === "refused" ? unreadable : 0)] as const;
    })
    .filter(([, , count]) => count > 0);
  return (
    <p className="import-counts" role="status">
      {counts.map(([change, label, count]) => (
        <span key={change} className={change === "refused" ? "error" : ""}>
          <b>{count}</b> <span>{label({ count })}</span>
        </span>
      ))}
    </p>
  );
}

interface GroupProps {
  title: string;
  rows: readonly ImportPlanRow[];
  change: ImportChange;
  isOpen?: boolean;
  children?: ReactNode;
}

function Group({ title, rows, change, isOpen = rows.length <= longGroup, children }: GroupProps) {
  return (
    <Fold title={title} count={rows.length} isOpen={isOpen}>
      {children}
      <ul className="import-rows">
        {rows.map((row) => (
          <li key={row.match_id}>
            <span>{matchWords(row)}</span>
            <small>{changeWords(row, change)}</small>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

function LeftOut({
  title,
  rows,
  isOpen = false,
  children,
}: {
  title: string;
  rows: readonly LeftOutRow[];
  isOpen?: boolean;
  children?: ReactNode;
}) {
  return (
    <Fold title={title} count={rows.length} isOpen={isOpen}>
      <ul className="import-rows">
        {rows.map(({ label, reason }, index) => (
          <li key={index}>
            <span>{label}</span>
            <small>{reason}</small>
          </li>
        ))}
      </ul>
      {children}
    </Fold>
  );
}

function Awarded({ rows, file, options, onOptions }: Props & { rows: readonly ImportPlanRow[] }) {
  return (
    <Fold title={words.awarded} count={rows.length} isOpen>
      <ul className="import-rows">
        {rows.map((row) => {
          const score = awardedScore(row, file.matches);
          return (
            <li key={row.match_id}>
              <span>{matchWords({ ...row, home_score: null })}</span>
              <small>{score === null ? words.withoutAScore : words.awardedScore({ score })}</small>
            </li>
          );
        })}
      </ul>
      <p className="hint">{words.awardedMatchIsCancelled}</p>
      <Choice checked={options.count_awarded} onChange={(count_awarded) => onOptions({ count_awarded })}>
        {words.countAwardedScores}
      </Choice>
    </Fold>
  );
}

function Teams({ plan }: { plan: ImportPlan }) {
  const added = plan.teams.filter(({ team }) => team === null);
  const renamed = plan.teams.filter(({ team }) => team !== null);
  return (
    <>
      <Fold title={words.newTeams} count={added.length} isOpen={added.length <= longGroup}>
        <ul className="import-rows">
          {added.map(({ name, resembles }) => (
            <li key={name}>
              <span>{name}</span>
              {resembles !== null && <small>{words.nearestName({ name: resembles })}</small>}
            </li>
          ))}
        </ul>
      </Fold>
      <Fold title={words.teamsWithAnotherName} count={renamed.length} isOpen={renamed.length <= longGroup}>
        <ul className="import-rows">
          {renamed.map(({ name, team }) => (
            <li key={name}>
              <span>{name}</span>
              <small>{words.teamInTheClub({ team: team ?? "" })}</small>
            </li>
          ))}
        </ul>
      </Fold>
    </>
  );
}

interface FoldProps {
  title: string;
  count: number;
  isOpen: boolean;
  children: ReactNode;
}

/** A group with its count; nothing for an empty one. */
function Fold({ title, count, isOpen, children }: FoldProps) {
  if (count === 0) return null;
  return (
    <details className="import-group" open={isOpen}>
      <summary>{`${title}: ${count}`}</summary>
      {children}
    </details>
  );
}

interface ChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** A checkbox with its words. */
export function Choice({ checked, onChange, children }: ChoiceProps) {
  return (
    <label className="checkbox-field">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{children}</span>
    </label>
  );
}
