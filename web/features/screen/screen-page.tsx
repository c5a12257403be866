import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as words from "#words/screen";
import { backend } from "../../backend/connection/client.ts";
import type { BarScreen } from "../../backend/types/screen-rows.ts";
import { clockTime } from "../../football/time/kick-off.ts";
import { useNow } from "../../football/time/use-now.ts";
import { useLocation } from "../../routing/location.tsx";
import { Page } from "../../session/page.tsx";
import { LastLock } from "./last-lock.tsx";
import { ScreenMatches } from "./screen-matches.tsx";
import { barScreen, isLinkOver } from "./screen-queries.ts";
import { ScreenTable } from "./screen-table.tsx";
import { turnEvery } from "./turning.ts";
import { useWakeLock } from "./use-wake-lock.ts";
import "./screen.css";

export { ScreenPage as Component };

/**
 * The screen for the bar: live matches, the table as it stands and the last lock, for anyone with the link. Loads again after
 * each change of a match, and keeps what it shows when that fails.
 */
function ScreenPage() {
  const token = useLocation().hash.slice(1);
  const screen = useQuery({ ...barScreen(token), enabled: token !== "" });
  const isOver = token === "" || isLinkOver(screen.error);
  useWakeLock();
  return (
    <Page className="screen" head={<ScreenHead />}>
      {screen.data && !isOver ? (
        <Board {...screen.data} />
      ) : (
        <Message isOver={isOver} isFailed={screen.isError} />
      )}
    </Page>
  );
}

function ScreenHead() {
  const now = useNow(10_000);
  return (
    <header className="screen-head grass">
      <h1>{backend().config.brand}</h1>
      <time>{clockTime(now)}</time>
    </header>
  );
}

function Board({ shows_names, matches, table, lock }: BarScreen) {
  const turn = useTurn();
  return (
    <div className="screen-board">
      <div>
        <ScreenMatches matches={matches} turn={turn} />
        {lock && <LastLock lock={lock} turn={turn} />}
      </div>
      <ScreenTable
        places={table}
        hasNames={shows_names}
        isLive={matches.some(({ status, home_score }) => status === "live" && home_score !== null)}
        turn={turn}
      />
    </div>
  );
}

/** Without a board: before the first answer, and for a link that does not work. */
function Message({ isOver, isFailed }: { isOver: boolean; isFailed: boolean }) {
  return (
    <div className="screen-message" role="status">
      {isOver ? (
        <>
          <h2>{words.linkDoesNotWork}</h2>
          <p>{words.askForTheNewLink}</p>
        </>
      ) : (
        <p>{isFailed ? words.triesAgain : words.loadingTheScreen}</p>
      )}
    </div>
  );
}

/** Counts the turns of the pages. */
function useTurn(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((last) => last + 1), turnEvery);
    return () => clearInterval(timer);
  }, []);
  return turn;
}
