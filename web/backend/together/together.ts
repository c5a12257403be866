import { isNoAnswer } from "../requests/service-answer.ts";
import { collectWith, type Fetch } from "./collectable-fetch.ts";

/** The functions that `read_together` of the database can call. Reads, which never change anything. */
export const togetherReads: ReadonlySet<string> = new Set([
  "club_records",
  "crowd",
  "group_crowd",
  "group_last_five",
  "group_leaderboard",
  "group_winners",
  "head_to_head",
  "home_leaderboards",
  "honours_of",
  "last_five",
  "leaderboard",
  "leaderboard_form",
  "leaderboard_periods",
  "leaderboard_summary",
  "my_group_standings",
  "my_leaderboard_row",
  "my_period_row",
  "period_leaderboard",
  "period_winners",
  "player_above",
  "player_figures",
  "player_predictions",
  "player_rounds",
  "results_to_enter",
  "winner_counts",
]);

interface Read {
  name: string;
  arguments: unknown;
  url: string;
  init: RequestInit;
  answer: (response: Promise<Response>) => void;
}

/** At most as many as `read_together` accepts. */
const mostReads = 16;

/** Sends the reads that `start` begins as one request. Other requests are sent as usual. */
export async function together(start: () => Promise<unknown>): Promise<void> {
  const reads: Read[] = [];
  let sendAlone: Fetch | null = null;
  collectWith((url, init, send) => {
    const name = /\/rest\/v1\/rpc\/(\w+)$/.exec(url)?.[1] ?? "";
    if (init?.method !== "POST" || !togetherReads.has(name)) return null;
    sendAlone = send;
    const read = { name, arguments: JSON.parse(String(init.body ?? "{}")) as unknown, url, init };
    return new Promise((answer) => reads.push({ ...read, answer }));
  });
  const started = start();
  // A query sends its request in one of the next microtasks.
  setTimeout(() => {
    collectWith(null);
    for (let from = 0; from < reads.length; from += mostReads)
      if (sendAlone) send(reads.slice(from, from + mostReads), sendAlone);
  });
  await started;
}

function send(reads: readonly Read[], fetchAlone: Fetch): void {
  const [first] = reads;
  if (!first) return;
  if (reads.length === 1) {
    first.answer(fetchAlone(first.url, first.init));
    return;
  }
  const url = first.url.replace(/\w+$/, "read_together");
  const body = JSON.stringify({
    _reads: reads.map(({ name, arguments: given }) => ({ name, arguments: given })),
  });
  // Without the signal of the first read, which belongs to that read only.
  const { signal: _, ...init } = first.init;
  const answered = untilServed(() => fetchAlone(url, { ...init, body })).then(async (response) => {
    const answers: unknown = response.ok ? await response.json() : null;
    return { response, answers: Array.isArray(answers) ? answers : [] };
  });
  for (const [at, read] of reads.entries())
    read.answer(
      answered.then(({ response, answers }) => {
        // One read that is refused refuses all of them, but a busy host, or none, is not asked once more for each.
        if (!response.ok)
          return isNoAnswer(response.status) ? response.clone() : fetchAlone(read.url, read.init);
        return Response.json(answers[at] ?? []);
      }),
    );
}

const mostAttempts = 3;

/** Repeats the one request while the host is busy, as it says, at different moments on different pages. */
async function untilServed(send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send();
    if (!isBusy(response) || attempt === mostAttempts) return response;
    const seconds = Number(response.headers.get("retry-after") ?? 1) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * (1 + Math.random()) * 1_000));
  }
}

const isBusy = ({ status }: Response) => status === 503;
