import { useEffect, useState } from "react";
import { deviceNow } from "../../backend/connection/server-clock.ts";
import { missedChanges } from "../../backend/live/missed-changes.ts";
import { acquireConnection } from "../../backend/live/shared-connection.ts";
import { currentReachability } from "../../backend/offline/reachability.ts";

const sampleEvery = 5_000;
/** A host that restarts is back earlier. */
const patience = 30_000;
/** The shortest time between two questions for changes, and what is added to it so that pages do not ask together. */
const askEvery = 60_000;
const spread = 30_000;

/**
 * Whether live changes do not arrive although the host answers: filters and old proxies refuse WebSockets. The page then
 * asks about once a minute what has changed. `userId`: as for `LiveUpdates`, whose connection this watches.
 */
export function useRefusedSocket(userId: string | null): boolean {
  const [isRefused, setRefused] = useState(false);

  // Another player has another connection.
  useEffect(() => {
    const connection = acquireConnection();
    // Never joined, only to see the others.
    const { socket } = connection.channel("watch");
    let lostAt: number | null = null;
    const timer = setInterval(() => {
      const isJoined = socket.getChannels().some(({ state }) => state === "joined");
      if (isJoined || currentReachability() !== "reachable") lostAt = null;
      else lostAt ??= deviceNow();
      setRefused(lostAt !== null && deviceNow() - lostAt >= patience);
    }, sampleEvery);
    return () => {
      clearInterval(timer);
      connection.release();
    };
  }, [userId]);

  useEffect(() => {
    if (!isRefused) return;
    missedChanges.ask?.();
    const timer = setInterval(() => missedChanges.ask?.(), askEvery + Math.random() * spread);
    return () => clearInterval(timer);
  }, [isRefused]);

  return isRefused;
}
