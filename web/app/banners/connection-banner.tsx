import { type QueryCache, useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import * as words from "#words/app";
import * as uiWords from "#words/ui";
import { backend } from "../../backend/connection/client.ts";
import { serverNow, serverTimeOf } from "../../backend/connection/server-clock.ts";
import {
  currentReachability,
  noteResponseStatus,
  type Reachability,
  subscribeToReachability,
} from "../../backend/offline/reachability.ts";
import { readAt } from "../../football/time/time-ago.ts";
import { useNow } from "../../football/time/use-now.ts";
import "./connection-banner.css";
import { useRefusedSocket } from "./refused-socket.ts";

const tick = 15_000;

/**
 * Says that the host cannot be reached, and how old the data on the page is, or that live changes do not arrive. Retries
 * automatically.
 */
export function ConnectionBanner({ userId }: { userId: string | null }) {
  const isSocketRefused = useRefusedSocket(userId);
  const reach = useSyncExternalStore(subscribeToReachability, currentReachability);
  useEffect(() => {
    // The browser's offline event counts at once. Only an answer proves that the host is reachable again.
    const lost = () => noteResponseStatus(0);
    if (!navigator.onLine) lost();
    window.addEventListener("offline", lost);
    return () => window.removeEventListener("offline", lost);
  }, []);
  if (reach !== "reachable") return <UnreachableBanner reach={reach} />;
  return isSocketRefused ? <RefusedSocketBanner /> : null;
}

function RefusedSocketBanner() {
  return (
    <div className="connection-banner">
      <div className="wrap">
        <CloudOff size={20} aria-hidden="true" />
        <p role="status">
          <b>{words.liveChangesDoNotArrive}</b> <span>{words.pageIsLoadedEveryMinute}</span>
        </p>
      </div>
    </div>
  );
}

function UnreachableBanner({ reach }: { reach: Exclude<Reachability, "reachable"> }) {
  const queries = useQueryClient();
  const cache = queries.getQueryCache();
  const at = useSyncExternalStore(
    useCallback((changed) => cache.subscribe(changed), [cache]),
    () => oldestShown(cache),
  );
  useNow(tick);
  const [retrying, setRetrying] = useState(false);
  const retry = useCallback(async () => {
    setRetrying(true);
    // Any answer will do: the REST client records its status.
    await backend().rest.from("teams").select("id").limit(1);
    if (currentReachability() === "reachable") await queries.refetchQueries({ type: "active", stale: true });
    setRetrying(false);
  }, [queries]);
  useEffect(() => {
    const timer = setInterval(() => void retry(), tick);
    const online = () => void retry();
    window.addEventListener("online", online);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", online);
    };
  }, [retry]);

  return (
    <div className="connection-banner">
      <div className="wrap">
        <CloudOff size={20} aria-hidden="true" />
        <p role="status">
          <b>{reach === "offline" ? words.youAreOffline : words.theServerIsNotResponding}</b>{" "}
          {at !== null && <span>{words.lastUpdated({ time: readAt(serverTimeOf(at), serverNow()) })}</span>}
        </p>
        <button
          type="button"
          className="btn link"
          aria-disabled={retrying}
          onClick={() => !retrying && void retry()}
        >
          {retrying ? words.trying : uiWords.retry}
        </button>
      </div>
    </div>
  );
}

/** The time of the oldest answer on the page; null if the page shows no data. */
function oldestShown(cache: QueryCache): number | null {
  const times = cache
    .getAll()
    .filter((query) => query.isActive() && query.state.dataUpdatedAt > 0 && query.meta?.isDated)
    .map((query) => query.state.dataUpdatedAt);
  return times.length > 0 ? Math.min(...times) : null;
}
