import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { deviceNow } from "../backend/connection/server-clock.ts";
import { currentReachability } from "../backend/offline/reachability.ts";
import { LaterLoads } from "../backend/queries/later-loads.ts";
import { acquireConnection } from "../backend/realtime/shared-connection.ts";

const sampleEvery = 5_000;
/** A host that restarts is back earlier. */
const patience = 30_000;
/** The shortest time between two loads of what is on screen, and what is added to it so that pages do not load together. */
const loadEvery = 60_000;
const spread = 30_000;

/**
 * Whether live changes do not arrive although the host answers: filters and old proxies refuse WebSockets. What is on screen is then
 * loaded again about once a minute. `userId`: as for `LiveUpdates`, whose connection this watches.
 */
export function useRefusedSocket(userId: string | null): boolean {
  const [isRefused, setRefused] = useState(false);
  const queries = useQueryClient();

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
    const later = new LaterLoads(queries);
    const everything = () => true;
    later.add(everything);
    const timer = setInterval(() => later.add(everything), loadEvery + Math.random() * spread);
    return () => {
      clearInterval(timer);
      later.drop();
    };
  }, [isRefused, queries]);

  return isRefused;
}
