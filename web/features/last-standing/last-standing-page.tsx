import { useQuery } from "@tanstack/react-query";
import * as words from "#words/last-standing";
import type { LastStandingRow } from "../../backend/types/last-standing-rows.ts";
import { GameRules } from "../../football/leaderboard/game-rules.tsx";
import { kickOffInSentence, longDate, midnightAfter } from "../../football/time/kick-off.ts";
import { useNowUntil } from "../../football/time/use-now.ts";
import { Page } from "../../session/page.tsx";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { EnterForm } from "./enter-form.tsx";
import { lastStanding } from "./last-standing-queries.ts";
import { OwnEntryPanel } from "./own-entry.tsx";
import { StandingMembers, Story } from "./story.tsx";
import "./last-standing.css";

export { LastStandingPage as Component };

/** The member's entries with their teams, who is in, and the game so far. */
function LastStandingPage() {
  const query = useQuery(lastStanding);
  const now = useNowUntil(midnightAfter);
  const game = query.data;
  return (
    <Page title={game ? titleOf(game) : words.lastOneStanding} lead={words.whatItIs}>
      <FailedQueries title={words.failedToLoad} queries={[query]} />
      {query.isPending && <SkeletonRows count={6} height={64} label={words.loading} />}
      {game === null && (
        <EmptyState title={words.thereIsNone} level={2}>
          {words.whenItAppears}
        </EmptyState>
      )}
      {game && (
        <div className="duel-columns">
          <div className="stack">
            <Notices game={game} now={now} />
            <EnterForm game={game} />
            {game.mine.map((entry, at) => (
              <OwnEntryPanel
                key={entry.id}
                game={game}
                entry={entry}
                nth={game.mine.length > 1 ? at + 1 : null}
                now={now}
              />
            ))}
            <Story game={game} now={now} />
          </div>
          <div className="stack">
            <dl className="figures panel">
              <div>
                <dt>{words.entriesIn}</dt>
                <dd>{game.standing}</dd>
              </div>
              <div>
                <dt>{words.entriesInAll}</dt>
                <dd>{game.entries}</dd>
              </div>
            </dl>
            <StandingMembers game={game} />
            <GameRules title={words.howItWorks} rules={words.rules} />
          </div>
        </div>
      )}
    </Page>
  );
}

const titleOf = ({ name, nth }: LastStandingRow) => (nth > 1 ? words.nthGame({ name, nth }) : name);

/** What a member should know first. */
function Notices({ game, now }: { game: LastStandingRow; now: number }) {
  const { last_game, ended_at, is_decided, is_closed, mine, matchdays } = game;
  const starts = matchdays[0]?.starts_at ?? null;
  return (
    <>
      {last_game && ended_at === null && (
        <p className="notice success">
          {last_game.winners.length === 0
            ? words.nobodyHasWon({ name: last_game.name })
            : words.haveWon({
                name: last_game.name,
                count: last_game.winners.length,
                winners: last_game.winners.map(({ full_name }) => full_name).join(", "),
              })}
        </p>
      )}
      {ended_at !== null && (
        <p className="notice">
          {(is_decided ? words.gameIsDecided : words.gameWasEnded)({ date: longDate(ended_at) })}
        </p>
      )}
      {ended_at === null && matchdays.length === 0 && <p className="notice">{words.waitsForAMatchday}</p>}
      {ended_at === null && !is_closed && starts !== null && (
        <p className="notice">{words.entriesCloseAt({ time: kickOffInSentence(starts, now) })}</p>
      )}
      {ended_at === null && is_closed && mine.length === 0 && (
        <p className="notice">{words.youHaveNoEntry}</p>
      )}
    </>
  );
}
