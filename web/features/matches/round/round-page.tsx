import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import * as words from "#words/matches";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { competitionWithId } from "../../../football/rules/competitions.ts";
import { callToPredict } from "../../../football/time/call-to-predict.ts";
import { comingRound, roundTitle } from "../../../football/time/coming-round.ts";
import { kickOffInSentence, midnightAfter } from "../../../football/time/kick-off.ts";
import { useNowUntil } from "../../../football/time/use-now.ts";
import { paths } from "../../../paths.ts";
import { Link } from "../../../routing/link.tsx";
import { useSearchParams } from "../../../routing/location.tsx";
import { Page } from "../../../session/page.tsx";
import { useSession } from "../../../session/session-store.ts";
import { EmptyState } from "../../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../../ui/loading/failure.tsx";
import { Skeleton } from "../../../ui/loading/skeleton.tsx";
import { currentMatches, currentPredictions } from "../match-queries.ts";
import { sectionsChange, sectionsIn, sectionsOf, stateOf } from "../match-state.ts";
import { useUnsavedPredictions } from "../saving/save-prediction.ts";
import { useDoubles } from "../saving/use-doubles.ts";
import { ShareRound } from "../share-round.tsx";
import { RoundList, type RoundPicks } from "./round-list.tsx";
import { LockedMatch, OpenMatch } from "./round-match.tsx";
import { progressOf, RoundStage } from "./round-stage.tsx";
import { firstPlace, pickState, placeAt, placeOf } from "./round-states.ts";
import "./round.css";
import { playableCompetitions } from "../../../backend/queries/playable-competitions.ts";

export { RoundPage as Component };

/** The coming round, of one competition or of all: one match fills the phone, and the list of all is at the end. */
function RoundPage() {
  const { user } = useSession();
  const [parameters] = useSearchParams();
  const league = competitionWithId(parameters.get("competition") ?? "")?.name ?? null;
  return user && <LoadedRound userId={user.id} league={league} />;
}

function LoadedRound({ userId, league }: { userId: string; league: string | null }) {
  const matches = useQuery(currentMatches);
  const predictions = useQuery(currentPredictions(userId));
  const playable = useQuery(playableCompetitions(userId));
  const now = useNowUntil((at) => Math.min(sectionsChange(matches.data ?? [], at), midnightAfter(at)));
  const open = useMemo(() => sectionsOf(matches.data ?? [], now).open, [matches.data, now]);
  const known = useMemo(
    () => (matches.data && predictions.data ? { open, predictions: predictions.data } : null),
    [matches.data, open, predictions.data],
  );
  const { unsaved, sendNow } = useUnsavedPredictions(userId, known);
  const kept = useMemo(() => new Map(unsaved.map((pick) => [pick.matchId, pick])), [unsaved]);
  const queries = [matches, predictions, playable];
  if (!matches.data || !predictions.data || !playable.data)
    return (
      <Page>
        <FailedQueries title={words.failedToLoadMatches} queries={queries} />
        {!queries.some(({ isLoadingError }) => isLoadingError) && (
          <div role="status" aria-label={words.loadingMatches}>
            <Skeleton height={480} />
          </div>
        )}
      </Page>
    );
  const mayPredict = new Set(playable.data.filter((row) => row.may_predict).map((row) => row.league));
  const mine = sectionsIn({ live: [], open, locked: [], awaiting: [] }, league).open.filter((match) =>
    mayPredict.has(match.league),
  );
  return (
    <Round
      coming={comingRound(mine)}
      matches={matches.data}
      predictions={predictions.data}
      unsaved={kept}
      now={now}
      userId={userId}
      onSend={sendNow}
    />
  );
}

interface RoundProps extends Omit<RoundPicks, "rows"> {
  /** The round now. The page keeps the one with which it was opened, also when a match of it locks. */
  coming: readonly MatchRow[];
  matches: readonly MatchRow[];
  userId: string;
  /** Sends what only this device has. */
  onSend: () => void;
}

function Round({ coming, matches, userId, onSend, ...picks }: RoundProps) {
  const [round] = useState(coming);
  const [place, setPlace] = useState(() =>
    firstPlace(
      round.map(({ id }) => id),
      picks,
    ),
  );
  const doubles = useDoubles(userId);
  // A match that left the list while the page was open is cancelled, deleted or completed.
  const rows = round.map(
    (row) => matches.find(({ id }) => id === row.id) ?? { ...row, status: "cancelled" as const },
  );
  const { now, predictions, unsaved } = picks;
  const states = rows.map((match) => pickState(match, picks, now));
  const edit = (id: string) =>
    setPlace(
      placeOf(
        place,
        round.map((row) => row.id),
        id,
      ),
    );
  const title = roundTitle(round) ?? words.yourRound;
  const shown = rows.find(({ id }) => id === place.deck[place.at ?? -1]);
  if (rows.length === 0)
    return (
      <Page>
        <EmptyState
          title={words.noMatchesOpen}
          action={
            <Link className="btn secondary" to={paths.matches} replace>
              {words.seeAllMatches}
            </Link>
          }
        >
          {words.newFixturesAppearHere}
        </EmptyState>
      </Page>
    );
  if (!shown || place.at === null)
    return <RoundEnd title={title} rows={rows} {...picks} onEdit={edit} onSend={onSend} />;
  const { at } = place;
  const isOpen = stateOf(shown, now) === "open";
  const steps = {
    at,
    count: place.deck.length,
    onStep: (by: number) => setPlace(placeAt(place, at + by)),
  };
  const props = { match: shown, now, prediction: predictions.get(shown.id), steps };
  return (
    <Page className="round-page">
      <div>
        <RoundStage
          title={title}
          match={shown}
          isOpen={isOpen}
          steps={steps}
          states={place.deck.map((id) => states[rows.findIndex((row) => row.id === id)] ?? "to-go")}
        >
          {isOpen ? (
            <OpenMatch {...props} userId={userId} doubles={doubles} />
          ) : (
            <LockedMatch {...props} late={unsaved.get(shown.id) ?? null} />
          )}
        </RoundStage>
        <p className="round-keys">{words.keysOfTheRound}</p>
      </div>
      <aside aria-labelledby="round-list">
        <div className="section-head">
          <h2 id="round-list">{words.yourPicks}</h2>
          <p>{progressOf(states)}</p>
        </div>
        <RoundList rows={rows} {...picks} current={shown.id} onEdit={edit} />
      </aside>
    </Page>
  );
}

interface EndProps extends RoundPicks {
  title: string;
  onEdit: (id: string) => void;
  onSend: () => void;
}

/** The round as one list. */
function RoundEnd({ title, rows, onEdit, onSend, ...picks }: EndProps) {
  const states = rows.map((match) => pickState(match, picks, picks.now));
  const next = rows.filter((_, at) => states[at] === "to-go");
  const kept = states.filter((state) => state === "kept").length;
  const [lock] = rows.filter(({ locks_at }) => Date.parse(locks_at) > picks.now);
  return (
    <Page
      cover={
        <div className="round-end grass">
          <div className="wrap">
            <div>
              <h1>{states.every((state) => state === "saved") ? words.allPicked : title}</h1>
              {lock && (
                <p>
                  {words.nextLock({
                    time: kickOffInSentence(lock.locks_at, picks.now),
                    home: clubName(lock.home_team_name),
                    away: clubName(lock.away_team_name),
                  })}
                </p>
              )}
            </div>
            <div className="round-end-acts">
              {next[0] && (
                <button type="button" className="btn on-dark" onClick={() => onEdit(next[0]?.id ?? "")}>
                  {callToPredict(rows.length, rows.length - next.length)}
                </button>
              )}
              <ShareRound
                matches={rows}
                predictions={picks.predictions}
                now={picks.now}
                className="btn ghost"
              />
              <Link className={next[0] ? "ghost" : "btn on-dark"} to={paths.matches} replace>
                {words.done}
              </Link>
            </div>
          </div>
        </div>
      }
    >
      <section aria-labelledby="round-list">
        <div className="section-head">
          <h2 id="round-list">{words.yourPicks}</h2>
          <p role="status">{progressOf(states)}</p>
        </div>
        {kept > 0 && (
          <p className="notice round-kept">
            <i className="kept-mark" aria-hidden="true" />
            <span>{words.picksWaitForAConnection({ count: kept })}</span>
            <button type="button" className="btn link" onClick={onSend}>
              {words.tryNow}
            </button>
          </p>
        )}
        <RoundList rows={rows} {...picks} onEdit={onEdit} />
      </section>
    </Page>
  );
}
