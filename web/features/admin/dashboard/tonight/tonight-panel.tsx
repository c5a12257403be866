import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { nextMatches } from "../../../../backend/queries/next-matches.ts";
import { Countdown } from "../../../../football/components/countdown.tsx";
import { kickOff, longDate, matchDay } from "../../../../football/time/kick-off.ts";
import { useNow } from "../../../../football/time/use-now.ts";
import { mayOpen } from "../../../../session/roles.ts";
import { useSession } from "../../../../session/session-store.ts";
import { ResultsToTell } from "../../content/notifications/results-to-tell.tsx";
import { RoundReports } from "../../content/notifications/round-reports.tsx";
import { WinnersToTell } from "../../content/notifications/winners-to-tell.tsx";
import { MissingPlayers } from "../../members/predictions/missing-players.tsx";
import { SellSubscriptions } from "../../money/selling/sell-subscriptions.tsx";
import { Decisions } from "./decisions.tsx";
import { DoneTonight } from "./done-tonight.tsx";
import { EnterTonight } from "./enter-tonight.tsx";
import "./tonight.css";
import { useWaiting } from "./use-waiting.ts";

export { TonightPanel as Component };

/**
 * An organiser's evening on one screen, in its order: results, telling them, missing picks, winners, a sale, decisions. A part that
 * is done goes away. Helpers see the parts of their roles.
 */
function TonightPanel() {
  const { roles, isAdmin } = useSession();
  const waiting = useWaiting();
  return (
    <section aria-labelledby="tonight">
      <Head count={waiting.count} />
      <div className="tonight-parts">
        <div>
          {mayOpen(roles, ["results"]) && <EnterTonight />}
          {isAdmin && waiting.telling && <ResultsToTell />}
          {isAdmin && <RoundReports />}
          {isAdmin && waiting.missing && <MissingPlayers />}
        </div>
        <div>
          {isAdmin && waiting.winners && <WinnersToTell />}
          {mayOpen(roles, ["money"]) && <SellSubscriptions />}
          {isAdmin && <Decisions issues={waiting.issues} duplicates={waiting.duplicates} />}
          {isAdmin && <DoneTonight />}
        </div>
      </div>
    </section>
  );
}

function Head({ count }: { count: number | undefined }) {
  const now = useNow(60_000);
  const next = useQuery(nextMatches).data?.find(({ locks_at }) => Date.parse(locks_at) > serverNow());
  return (
    <div className="tonight-head">
      <div>
        <p className="muted">{`${matchDay(now).split(" ")[0]} ${longDate(now)}`}</p>
        <h2 id="tonight">{words.tonight}</h2>
        <p role="status">{count !== undefined && words.thingsWait({ count })}</p>
        <p className="muted">{words.inTheOrderOfTheEvening}</p>
      </div>
      {next && (
        <div className="tonight-lock">
          <p>
            <span>{words.nextLock}</span> <b>{kickOff(next.locks_at, now)}</b>
          </p>
          <Countdown until={next.locks_at} label={words.nextLock} />
        </div>
      )}
    </div>
  );
}
