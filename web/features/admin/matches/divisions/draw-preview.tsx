import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-matches";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { DivisionPlanRow, DrawnMemberRow } from "../../../../backend/types/division-rows.ts";
import { kickOffInSentence } from "../../../../football/time/kick-off.ts";
import { roundName } from "../../../../football/time/round-name.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { type DrawChoices, drawnMembers } from "./divisions-queries.ts";

interface Props {
  plan: UseQueryResult<DivisionPlanRow | null>;
  choices: DrawChoices;
}

/** How many divisions and matchdays the draw would have, and who is where. */
export function DrawPreview({ plan, choices }: Props) {
  return (
    <div className="draw-preview" aria-live="polite">
      <QueryView
        query={plan}
        failed={words.failedToPreviewDivisions}
        loading={{ count: 2, height: 28, label: words.loadingDivisions }}
      >
        {(row) => <Sentences plan={row} />}
      </QueryView>
      {plan.data && plan.data.members > 1 && plan.data.matchdays > 0 && <Members choices={choices} />}
    </div>
  );
}

function Sentences({ plan }: { plan: DivisionPlanRow }) {
  const { members, divisions, size, ghosts, matchdays, first_round, last_round, starts_at } = plan;
  if (members < 2) return <p className="notice">{words.tooFewForDivisions}</p>;
  if (matchdays === 0 || first_round === null || last_round === null || starts_at === null)
    return <p className="notice">{words.noOpenMatchday}</p>;
  return (
    <ul className="draw-sentences">
      <li>{`${words.membersInDivisions({ members, divisions })} ${words.placesAndGhosts({ size: size ?? 0, ghosts: ghosts ?? 0 })}`}</li>
      <li>
        {words.fromRoundToRound({
          count: matchdays,
          first: roundName(first_round),
          last: roundName(last_round),
          time: kickOffInSentence(starts_at, serverNow()),
        })}
      </li>
      <li>{meetings((size ?? 0) - 1, matchdays)}</li>
    </ul>
  );
}

/** How often the members of a division meet. */
function meetings(opponents: number, matchdays: number): string {
  const times = Math.floor(matchdays / opponents);
  const rest = matchdays % opponents;
  if (times === 0) return words.meetsSome({ met: matchdays, opponents });
  return rest === 0 ? words.meetsAll({ times }) : words.meetsAllAndMore({ times, rest });
}

function Members({ choices }: { choices: DrawChoices }) {
  const members = useQuery({ ...drawnMembers(choices), enabled: choices.order !== "random" });
  if (choices.order === "random") return <p className="muted">{words.randomIsDecidedByTheDraw}</p>;
  return (
    <QueryView
      query={members}
      failed={words.failedToPreviewDivisions}
      loading={{ count: 3, height: 48, label: words.loadingDivisions }}
    >
      {(rows) => (
        <div className="drawn-divisions">
          {divisionsOf(rows).map((drawn, at) => (
            <details key={at}>
              <summary>
                <b>{words.divisionNumbered({ division: at + 1 })}</b>{" "}
                <small>{words.countOfMembers({ count: drawn.length })}</small>
              </summary>
              <ol>
                {drawn.map(({ user_id, full_name }) => (
                  <li key={user_id}>{full_name}</li>
                ))}
              </ol>
            </details>
          ))}
        </div>
      )}
    </QueryView>
  );
}

function divisionsOf(rows: readonly DrawnMemberRow[]): DrawnMemberRow[][] {
  return Array.from({ length: rows.at(-1)?.division ?? 0 }, (_, at) =>
    rows.filter(({ division }) => division === at + 1),
  );
}
