/**
 * A member registers push endpoints whose answers are endless, compressed or slow, and the host sends messages to them. Its
 * resident set stays near what it was before, also while it sends.
 */
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { type Host, startHost } from "../api/support/host.ts";
import { helpers, letTimePass, neverQuiet, runJob, statesOf, WORK_MS } from "../api/support/messages-host.ts";
import { startPushService } from "../api/support/push-service.ts";
import { ATTACKS, startHostileServer } from "../engines/hostile-server.ts";
import { TEST_DATABASES } from "../engines/new-database.ts";
import { serveTestDatabases } from "../engines/test-databases.ts";

import { FACT_MS } from "../limits.ts";
import { memoryOf, signal, until } from "./processes.ts";
import { runSoak, type SoakOptions } from "./run-soak.ts";

const SAMPLE_MS = 100;
/** Of the resident set, over what it was after the first harmless message. One endless answer of ten seconds takes more. */
const MOST_GROWTH = 128 * 2 ** 20;
const ENDPOINTS = 5;
const NAMES = Object.keys(ATTACKS);
const reportSchema = z.object({ rss: z.number() });

/** Sends to `rounds` endpoints. Rejects when the host's memory grows. */
export function soakOutgoing(options: SoakOptions): Promise<void> {
  return runSoak("outgoing", options, async ({ rounds, isInTime, print }) => {
    const databases = await serveTestDatabases();
    process.env[TEST_DATABASES] = databases.address;
    const preload = `--import=${pathToFileURL(resolve("tests/soak/report-memory.mjs")).href}`;
    const host = await startHost({ migrations: { helpers }, env: { NODE_OPTIONS: preload } });
    const hostile = await startHostileServer();
    const service = await startPushService();
    try {
      await neverQuiet(host);
      const { api } = await host.person("Hugo Hostile");
      const subscribe = async (_endpoint: string) => {
        const { p256dh: _p256dh, auth: _auth } = service.browser();
        const { error } = await api.rpc("save_push_subscription", { _endpoint, _p256dh, _auth });
        if (error) throw error;
      };
      await subscribe(service.browser().endpoint);
      await sendMessage(host, "Harmless");
      const before = await residentAfterCollection(host);
      print(`before: RSS ${megabytes(before)}`);
      let highest = before;
      const timer = setInterval(() => {
        highest = Math.max(highest, memoryOf([host.pid], "Rss"));
      }, SAMPLE_MS);
      let sent = 0;
      for (let round = 0; sent < rounds && isInTime(); round++) {
        for (let n = 0; n < ENDPOINTS; n++, sent++)
          await subscribe(`${hostile.origin}/${round}/${n}/${NAMES[sent % NAMES.length]}`);
        await sendMessage(host, `Message ${round}`);
        print(`${sent} endpoints: RSS at most ${megabytes(highest)}`);
      }
      clearInterval(timer);
      const after = await residentAfterCollection(host);
      const figures = `RSS ${megabytes(before)} before, at most ${megabytes(highest)}, ${megabytes(after)} after`;
      if (highest - before > MOST_GROWTH) throw new Error(`the host grew: ${figures}`);
      return `${sent} endpoints; ${figures}`;
    } finally {
      await hostile.stop();
      await service.stop();
      await host.stop();
      await databases.stop();
    }
  });
}

/** Resolves when every endpoint was tried. Those that answer too late would be tried again after a while. */
async function sendMessage(host: Host, title: string): Promise<void> {
  const { error } = await host.secret.from("news").insert({ title, content: "Words." });
  if (error) throw error;
  await runJob(host, "Announce news");
  await until("the attempt to send", FACT_MS, async () => {
    await letTimePass(host);
    await runJob(host, "Send messages");
    await delay(WORK_MS);
    const states = await statesOf(host, title);
    return states.length > 0 && states.every(({ state, last_error }) => state !== "waiting" || last_error);
  });
}

async function residentAfterCollection(host: Host): Promise<number> {
  const reports = (): string[] => host.log().match(/^memory .*$/gm) ?? [];
  const before = reports().length;
  signal(host.pid, "SIGUSR2");
  await until("the report of the memory in use", FACT_MS, () => reports().length > before);
  return reportSchema.parse(JSON.parse(reports().at(-1)?.slice("memory ".length) ?? "")).rss;
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
