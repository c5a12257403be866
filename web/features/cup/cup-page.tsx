import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as words from "#words/cup";
import * as footballWords from "#words/football";
import { DuelBoard } from "../../football/duel/duel-board.tsx";
import { BackToLeaderboard } from "../../football/leaderboard/back-to-leaderboard.tsx";
import { GameRules } from "../../football/leaderboard/game-rules.tsx";
import { TieMatches } from "../../football/ties/tie-matches.tsx";
import { TiePoints } from "../../football/ties/tie-points.tsx";
import { basisOf } from "../../football/ties/tie-state.ts";
import { longDate, midnightAfter } from "../../football/time/kick-off.ts";
import { roundName } from "../../football/time/round-name.ts";
import { useNowUntil } from "../../football/time/use-now.ts";
import { Page } from "../../session/page.tsx";
import { fullNameOf, useSession } from "../../session/session-store.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { CupBracket } from "./cup-bracket.tsx";
import { CupDraw } from "./cup-draw.tsx";
import { type Cup, clubCup, ownCupTie } from "./cup-queries.ts";
import { isWithoutOpponent, type OwnTie, ownTies, roundTitle, verdictOf, winnerOf } from "./cup-ties.ts";
import { OwnWay } from "./own-way.tsx";
import "./cup.css";

export { CupPage as Component };

/** The member's tie and way through the cup, the bracket, and how it was drawn. */
function CupPage() {
  const { user } = useSession();
  const queries = useQueryClient();
  const league = queries.getQueryData(clubCup(null).queryKey)?.cup.league ?? null;
  const club = useQuery(clubCup(league));
  const matches = useQuery(ownCupTie(league));
  const now = useNowUntil(midnightAfter);
  const me = { id: user?.id ?? "", name: (user && fullNameOf(user)) || words.cup };
  const ties = club.data ? ownTies(club.data, me.id) : [];
  const tie = ties.at(-1) ?? null;
  const opponent = tie?.opponent.name ?? words.aMemberWhoLeft;
  const isLive = matches.data?.some(({ status }) => status === "live") ?? false;
  const hasHead = club.isPending || (tie !== null && !isWithoutOpponent(tie));
  return (
    <Page
      {...(hasHead
        ? { cover: <Head me={me} club={club.data ?? null} tie={tie} isLive={isLive} now={now} /> }
        : { title: club.data?.cup.name ?? words.cup, lead: words.whatTheCupIs })}
    >
      <FailedQueries title={words.failedToLoad} queries={[club, matches]} />
      {club.isPending && <SkeletonRows count={8} height={56} label={words.loadingCup} />}
      {club.data === null && (
        <EmptyState title={words.thereIsNone} level={2}>
          {words.whenItAppears}
        </EmptyState>
      )}
      {club.data && (
        <>
          <Standing club={club.data} tie={tie} userId={me.id} />
          {tie && (
            <div className="duel-columns cup-parts">
              <div>
                {matches.data && matches.data.length > 0 && !isWithoutOpponent(tie) && (
                  <TieMatches opponent={opponent.split(" ")[0] ?? ""} matches={matches.data} now={now} />
                )}
              </div>
              <OwnWay ties={ties} rounds={club.data.cup.rounds} now={now} />
            </div>
          )}
          <CupBracket
            key={club.data.cup.cup_id}
            cup={club.data}
            userId={me.id}
            first={Math.max(1, ...club.data.ties.map(({ number }) => number))}
            now={now}
          />
          <div className="duel-columns cup-parts">
            <CupDraw cup={club.data.cup} />
            <GameRules title={words.howItWorks} rules={words.rules} />
          </div>
        </>
      )}
    </Page>
  );
}

interface HeadProps {
  me: { id: string; name: string };
  /** Null while it loads. */
  club: Cup | null;
  tie: OwnTie | null;
  isLive: boolean;
  now: number;
}

/** The member's last tie. */
function Head({ me, club, tie, isLive, now }: HeadProps) {
  const opponent = tie ? (tie.opponent.name ?? words.aMemberWhoLeft) : "";
  const title = club && tie ? roundTitle(tie.number, club.cup.rounds) : "";
  return (
    <DuelBoard
      sides={[
        { id: me.id, name: me.name, shown: footballWords.you },
        { id: tie?.opponent.id ?? "", name: tie?.opponent.name ?? "?", shown: opponent },
      ]}
      score={
        tie && <TiePoints points={[tie.me.points, tie.opponent.points]} state={tie.state} size="large" />
      }
      verdict={
        tie && (
          <>
            <b>{verdictOf(tie)}</b> <span>{basisOf(tie, now)}</span>
          </>
        )
      }
    >
      <BackToLeaderboard />
      <h1 className="visually-hidden">
        {tie ? words.tieAgainst({ round: title, name: opponent }) : words.cup}
      </h1>
      <p className="tie-top">
        {club && <b>{club.cup.name}</b>}
        {tie && <span>{title}</span>}
        {tie && <span>{roundName(tie.round)}</span>}
        {isLive && <span className="live-tag">{footballWords.live}</span>}
      </p>
    </DuelBoard>
  );
}

/** What the member should know first: who won, or how far the member has come. */
function Standing({ club, tie, userId }: { club: Cup; tie: OwnTie | null; userId: string }) {
  const sentence = standingOf(club, tie, userId);
  return sentence === "" ? null : <p className="notice tie-notice">{sentence}</p>;
}

function standingOf(club: Cup, tie: OwnTie | null, userId: string): string {
  const { name, ended_at, rounds } = club.cup;
  const winner = winnerOf(club);
  if (winner)
    return winner.id === userId
      ? words.youWonTheCup({ cup: name })
      : words.theyWonTheCup({ name: winner.name ?? words.aMemberWhoLeft, cup: name });
  if (ended_at !== null) return words.endedWithoutWinner({ date: longDate(ended_at) });
  if (!tie) return words.youAreNotInTheCup;
  if (tie.state === "settled" && tie.isAhead === false)
    return words.youAreOut({ round: roundTitle(tie.number, rounds) });
  if (!isWithoutOpponent(tie)) return "";
  return tie.number === 1 ? words.youHaveABye : words.youHaveAWalkover;
}
