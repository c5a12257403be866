/** Sends the requests of the extension pg_net (server/database/extensions). */
import type { Database } from "../database/database.ts";
import { BY_HOST } from "../database/extensions.ts";
import { STOP_MS, within } from "../stop.ts";
import { ownAddress, publicAddresses } from "./addresses.ts";
import { type Answer, send } from "./send.ts";

export interface RequestDeps {
  database: Pick<Database, "query" | "listen">;
  /** The URL at which the host reaches itself, and its public one. */
  ownUrl: string;
  apiUrl: string;
  /** True if only this machine can reach the host: its developer's requests may go to other programs there. */
  onLoopback: boolean;
  log: (event: string, error: unknown) => void;
}

const AT_ONCE = 50;
const MOST_TIME_MS = 60_000;
const MOST_BYTES = 1024 * 1024;
const CLEAN_MS = 600_000;

const IS_HERE = `select exists (select from pg_extension where extname = 'pg_net' and extversion like '%${BY_HOST}') as here`;
const NEXT = `select id::text, method, url, coalesce(headers, '{}')::text as headers, encode(body, 'base64') as body,
    timeout_milliseconds as time_ms from net.http_request_queue where id <> all ($1::bigint[]) order by id limit ${AT_ONCE}`;
/** Once for each request, also if a host that is stopping has sent it too. */
const ANSWERED = `with sent as (delete from net.http_request_queue where id = $1::bigint returning id)
  insert into net._http_response (id, status_code, content_type, headers, content, timed_out, error_msg)
  select id, $2::int, $3, $4::jsonb, $5, $6::boolean, $7 from sent`;
/** As pg_net.ttl, whose default is six hours. */
const FORGET = "delete from net._http_response where created < now() - interval '6 hours'";

interface Queued {
  id: string;
  method: string;
  url: string;
  headers: string;
  body: string | null;
  time_ms: number;
}

/** Sends what is in the queue now and after each notification. The result stops it; what is not answered stays in the queue. */
export async function startRequests(deps: RequestDeps): Promise<() => Promise<void>> {
  const { database, log } = deps;
  const underWay = new Map<string, Promise<void>>();
  let isReading = false;
  let isWoken = false;
  let stopped = false;

  const isHere = async () => (await database.query<{ here: boolean }>(IS_HERE))[0]?.here === true;
  const read = async () => {
    if (stopped || underWay.size >= AT_ONCE || !(await isHere())) return;
    const rows = await database.query<Queued>(NEXT, [`{${[...underWay.keys()].join()}}`]);
    if (stopped) return; // the next host sends them
    for (const row of rows.slice(0, AT_ONCE - underWay.size)) {
      const work = sendOne(deps, row)
        .catch((error: unknown) => {
          if (!stopped) log("an answer of pg_net cannot be stored", error);
        })
        .finally(() => {
          underWay.delete(row.id);
          wake(); // others may wait for its place
        });
      underWay.set(row.id, work);
    }
  };
  const wake = () => {
    isWoken = true;
    if (isReading) return;
    isReading = true;
    void (async () => {
      while (isWoken && !stopped) {
        isWoken = false;
        await read().catch((error: unknown) => log("the queue of pg_net cannot be read", error));
      }
      isReading = false;
    })();
  };
  const clean = async () => {
    if (await isHere()) await database.query(FORGET);
  };
  const cleaning = setInterval(() => void clean().catch(() => {}), CLEAN_MS).unref();
  const unlisten = await database.listen("host_requests", wake, wake);
  wake();
  return async () => {
    stopped = true;
    clearInterval(cleaning);
    await unlisten();
    await within(STOP_MS.work, Promise.all(underWay.values()));
  };
}

async function sendOne({ database, ...deps }: RequestDeps, row: Queued): Promise<void> {
  const store = (answer: Partial<Answer>, timedOut: boolean, error: string | null) =>
    database.query(ANSWERED, [
      row.id,
      answer.status === undefined ? null : String(answer.status),
      answer.headers?.["content-type"] ?? null,
      answer.headers ? JSON.stringify(answer.headers) : null,
      answer.text?.replaceAll("\0", "") ?? null,
      String(timedOut),
      error,
    ]);
  let answer: Answer;
  try {
    answer = await answerTo(deps, row);
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    await store(
      {},
      isLate,
      isLate ? `Timeout of ${row.time_ms} ms reached` : String((error as Error).message),
    );
    return;
  }
  await store(answer, false, null);
}

async function answerTo(
  { ownUrl, apiUrl, onLoopback }: Omit<RequestDeps, "database">,
  row: Queued,
): Promise<Answer> {
  const given = new URL(row.url);
  if (!/^https?:$/.test(given.protocol)) throw new Error("only http and https are supported");
  const url = ownAddress(given, ownUrl, apiUrl);
  const isOwn = url !== given;
  const limits = {
    timeMs: Math.min(Math.max(row.time_ms, 1), MOST_TIME_MS),
    bytes: MOST_BYTES,
    resolve: isOwn || onLoopback ? null : publicAddresses,
  };
  const headers = JSON.parse(row.headers) as Record<string, unknown>;
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const body = row.body === null ? null : Buffer.from(row.body, "base64");
  return send({ url, method: row.method.toUpperCase(), headers: Object.fromEntries(texts), body }, limits);
}
