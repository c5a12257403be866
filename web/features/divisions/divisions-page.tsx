import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as words from "#words/divisions";
import type { DivisionsRow } from "../../backend/types/division-rows.ts";
import { GameRules } from "../../football/leaderboard/game-rules.tsx";
import { TieMatches } from "../../football/ties/tie-matches.tsx";
import { longDate, midnightAfter } from "../../football/time/kick-off.ts";
import { useNowUntil } from "../../football/time/use-now.ts";
import { useSearchParams } from "../../routing/location.tsx";
import { Page } from "../../session/page.tsx";
import { fullNameOf, useSession } from "../../session/session-store.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { useJoinDivisions } from "./division-mutations.ts";
import {
  type Division,
  divisionNumbered,
  type OwnDivision,
  ownDivision,
  ownTie,
} from "./division-queries.ts";
import { DivisionTable } from "./division-table.tsx";
import { DivisionTies } from "./division-ties.tsx";
import { OwnSeason } from "./own-season.tsx";
import { TieHead } from "./tie-head.tsx";
import { firstNameOf, ownTies } from "./ties.ts";
import "./divisions.css";

export { DivisionsPage as Component };

/** The member's tie, the table and the ties of a division, and the other divisions. */
function DivisionsPage() {
  const { user } = useSession();
  const queries = useQueryClient();
  const league = queries.getQueryData(ownDivision(null).queryKey)?.club.league ?? null;
  const own = useQuery(ownDivision(league));
  const matches = useQuery(ownTie(league));
  const now = useNowUntil(midnightAfter);
  const me = { id: user?.id ?? "", name: (user && fullNameOf(user)) || words.divisions };
  const ties = ownTies(own.data?.fixtures ?? [], me.id);
  const tie = ties.find(({ number }) => number === own.data?.club.matchday) ?? null;
  const isLive = matches.data?.some(({ status }) => status === "live") ?? false;
  const hasHead = own.isPending || tie !== null;
  return (
    <Page
      {...(hasHead
        ? { cover: <TieHead me={me} club={own.data?.club ?? null} tie={tie} isLive={isLive} now={now} /> }
        : { title: words.divisions, lead: words.whatDivisionsAre })}
    >
      <FailedQueries title={words.failedToLoad} queries={[own, matches]} />
      {own.isPending && <SkeletonRows count={8} height={56} label={words.loadingDivisions} />}
      {own.data === null && (
        <EmptyState title={words.thereAreNone} level={2}>
          {words.whenTheyAppear}
        </EmptyState>
      )}
      {own.data && (
        <>
          <Standing club={own.data.club} />
          <div className="duel-columns">
            <div className="stack">
              {tie && matches.data && matches.data.length > 0 && (
                <TieMatches opponent={firstNameOf(tie)} matches={matches.data} now={now} />
              )}
              <ChosenDivision own={own.data} userId={me.id} now={now} />
            </div>
            <div className="stack">
              {tie && <OwnSeason ties={ties} now={now} />}
              <GameRules title={words.howItWorks} rules={words.rules} />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

/** What the member should know first: that the divisions have ended, or how to take part. */
function Standing({ club }: { club: DivisionsRow }) {
  const join = useJoinDivisions();
  if (club.ended_at !== null)
    return <p className="notice tie-notice">{words.theyHaveEnded({ date: longDate(club.ended_at) })}</p>;
  if (club.division !== null) return null;
  if (!club.may_join) return <p className="notice tie-notice">{words.youHaveNoPlace}</p>;
  return (
    <div className="notice tie-notice">
      <p>{words.aPlaceIsFree}</p>
      <button type="button" className="btn" aria-disabled={join.isPending} onClick={() => join.mutate()}>
        {words.takeThePlace}
      </button>
    </div>
  );
}

interface ChosenProps {
  own: OwnDivision;
  userId: string;
  now: number;
}

/** The table and the ties of the division in the address; without one, of the member's. */
function ChosenDivision({ own, userId, now }: ChosenProps) {
  const { club } = own;
  const [parameters, setParameters] = useSearchParams();
  const asked = Number(parameters.get("division"));
  const home = club.division ?? 1;
  const number = Number.isInteger(asked) && asked > 0 && asked <= club.divisions ? asked : home;
  const other = useQuery({ ...divisionNumbered(number, club.league), enabled: number !== home });
  const shown: Division | undefined = number === home ? own : other.data;
  const choose = (division: string) =>
    setParameters(
      (known) => {
        known.set("division", division);
        return known;
      },
      { replace: true, keepsScroll: true },
    );
  return (
    <>
      <section aria-labelledby="division-table">
        <div className="section-head">
          <h2 id="division-table">{words.divisionNumber({ division: number })}</h2>
          <p>{words.afterTies({ count: shown?.table[0]?.played ?? 0 })}</p>
        </div>
        {club.divisions > 1 && (
          <label className="field tie-choice">
            <span>{words.division}</span>
            <select value={number} onChange={(event) => choose(event.target.value)}>
              {Array.from({ length: club.divisions }, (_, at) => at + 1).map((known) => (
                <option key={known} value={known}>
                  {known === club.division
                    ? words.yourDivisionNumber({ division: known })
                    : words.divisionNumber({ division: known })}
                </option>
              ))}
            </select>
          </label>
        )}
        <FailedQueries title={words.failedToLoad} queries={[other]} />
        {shown ? (
          <DivisionTable userId={userId} club={club} number={number} {...shown} />
        ) : (
          other.isPending && <SkeletonRows count={8} height={56} label={words.loadingDivisions} />
        )}
      </section>
      {shown && (
        <DivisionTies
          key={number}
          fixtures={shown.fixtures}
          userId={userId}
          matchday={club.matchday}
          now={now}
        />
      )}
    </>
  );
}
