import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-members";
import { movingSentences } from "../../../../backend/sentences/member-sentences.ts";
import { sentenceOf } from "../../../../backend/sentences/sentence.ts";
import type { MovePlanRow } from "../../../../backend/types/member-rows.ts";
import { roundName } from "../../../../football/time/round-name.ts";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { useFocusOnChange } from "../../../../ui/use-focus-on-change.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { MatrixColumns } from "./matrix-columns.tsx";
import { moveIn, staleAfterMove } from "./moving-in-mutations.ts";
import { argumentsOf, type Choice, type Counts, previewOf } from "./moving-in-queries.ts";
import { PicksCompared } from "./picks-compared.tsx";
import type { ReadPool } from "./pool-form.tsx";

type Line = MovePlanRow["lines"][number];
interface Props {
  pool: ReadPool;
  onBack: () => void;
  onMoved: () => void;
}

/** Who each name is, with the totals before and after, and the act. */
export function PoolPreview({ pool, onBack, onMoved }: Props) {
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  const [matches, setMatches] = useState<ReadonlyMap<number, string | null>>(new Map());
  const [counts, setCounts] = useState<ReadonlyMap<number, Counts>>(new Map());
  const list = { ...pool, choices, matches, counts };
  const preview = useQuery(previewOf(list));
  const content = useFocusOnChange<HTMLDivElement>("preview", '[role="status"]');
  const move = useAdminMutation(
    moveIn,
    {
      success: words.membersMovedIn({ members: pool.lines.length }),
      failure: words.failedToMoveIn,
    },
    { stale: staleAfterMove, undoId: (id) => id, onDone: onMoved },
  );
  const choose = (place: number, choice: Choice) => setChoices(new Map(choices).set(place, choice));
  return (
    <div className="panel form" ref={content}>
      <h3>{pool.label}</h3>
      <QueryView
        query={preview}
        failed={words.failedToPreviewMove}
        loading={{ count: 6, height: 56, label: words.loadingMoves }}
      >
        {({ lines, rounds, columns, matches: games }) => {
          const wrong = lines.filter(({ problem }) => problem !== null).length;
          const isAsking = columns.some(({ problem }) => problem !== null);
          return (
            <>
              <p role="status" tabIndex={-1}>
                {summaryOf(lines, wrong)}
              </p>
              <p>{`${columnsOf(pool)} ${matchdaysOf(pool, rounds)}`.trim()}</p>
              {pool.columns && (
                <MatrixColumns
                  titles={pool.columns}
                  columns={columns}
                  games={games}
                  chosen={matches}
                  onChoose={(place, match) => setMatches(new Map(matches).set(place, match))}
                />
              )}
              <ul className="pool-lines">
                {lines.map((line) => (
                  <PoolLine
                    key={line.place}
                    line={line}
                    at={pool.lines[line.place - 1]?.line ?? line.place}
                    onChoose={(choice) => choose(line.place, choice)}
                    counts={counts.get(line.place)}
                    onCount={(what) => setCounts(withCounts(counts, line.place, what))}
                  />
                ))}
              </ul>
              <FormError message={move.problem} />
              <div className="actions">
                <button type="button" className="btn secondary" onClick={onBack}>
                  {words.backToTheList}
                </button>
                <button
                  type="button"
                  className="btn"
                  disabled={wrong > 0 || isAsking || move.isPending || preview.isPlaceholderData}
                  onClick={() => move.mutate({ _label: pool.label, ...argumentsOf(list) })}
                >
                  {words.moveMembersIn({ members: lines.length })}
                </button>
              </div>
            </>
          );
        }}
      </QueryView>
    </div>
  );
}

interface LineProps {
  line: Line;
  at: number;
  onChoose: (choice: Choice) => void;
  counts: Counts | undefined;
  onCount: (counts: Counts | null) => void;
}

/** A name of the list, who it is here, and the total before and after. */
function PoolLine({ line, at, onChoose, counts, onCount }: LineProps) {
  const { name, member_id: memberId, member_name: memberName, candidates, before, after, points } = line;
  const problem = line.problem && sentenceOf(movingSentences, line.problem);
  const isOpen = line.problem?.kind === "several_members_have_name";
  const others = candidates.filter(({ id }) => id !== memberId);
  return (
    <li>
      <span className="pool-name">
        <b>{name ?? words.noName}</b>
        <small>
          {points === null && line.problem === null
            ? words.lineWithoutTotal({ line: at })
            : words.pointsAtLine({ line: at, points: points === null ? "?" : formatNumber(points) })}
        </small>
      </span>
      {candidates.length === 0 && memberId === null ? (
        <span className="pool-member">{words.newMember}</span>
      ) : (
        <span className="field pool-member">
          <select
            aria-label={words.whoIs({ name: name ?? "" })}
            value={isOpen ? "" : (memberId ?? "new")}
            onChange={({ target }) => onChoose(target.value === "new" ? "new" : { memberId: target.value })}
          >
            {isOpen && <option value="">{words.chooseAMember}</option>}
            {memberId && <option value={memberId}>{memberName}</option>}
            {others.map(({ id, name: other }, index) => (
              <option key={id} value={id}>
                {isOpen ? words.memberWithNumber({ name: other, number: index + 1 }) : other}
              </option>
            ))}
            <option value="new">{words.newMember}</option>
          </select>
        </span>
      )}
      {after === null ? null : (
        <span className="pool-totals number">
          <span className="visually-hidden">{words.totalBeforeAndAfter({ before, after })}</span>
          <span aria-hidden="true">{`${formatNumber(before)} → ${formatNumber(after)}`}</span>
        </span>
      )}
      {problem && <small className="warning">{problem}</small>}
      <PicksCompared line={line} chosen={counts} onChoose={onCount} />
    </li>
  );
}

function withCounts(counts: ReadonlyMap<number, Counts>, place: number, what: Counts | null) {
  const changed = new Map(counts);
  if (what) changed.set(place, what);
  else changed.delete(place);
  return changed;
}

function summaryOf(lines: readonly Line[], wrong: number): string {
  const found = lines.filter(({ member_id: id }) => id !== null).length;
  const points = lines.reduce((sum, line) => sum + (line.after ?? line.before) - line.before, 0);
  const said = words.poolSummary({ found, added: lines.length - found, points });
  return wrong > 0 ? `${said} ${words.linesToCorrect({ count: wrong })}` : said;
}

function columnsOf({ titles, rounds, columns }: ReadPool): string {
  if (titles === null) return words.readWithoutTitles;
  if (titles.total === null && columns) return words.readMatrixWithoutTotal({ name: titles.name });
  if (titles.total !== null) return words.readWithTotal({ name: titles.name, total: titles.total });
  return rounds.length > 0 ? words.readWithoutTotal({ name: titles.name }) : words.readWithoutPoints;
}

/** Which of the list's matchdays have a leaderboard here. */
function matchdaysOf({ rounds }: ReadPool, here: readonly (string | null)[]): string {
  if (rounds.length === 0) return "";
  const found = here.filter((name) => name !== null);
  if (found.length === 0) return words.noMatchdayIsHere({ count: rounds.length });
  return words.matchdaysAreHere({
    count: rounds.length,
    found: found.map(roundName).join(", "),
  });
}
