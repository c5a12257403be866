import { type Markable, markJoined } from "./marks.ts";
import { isNoAnswer } from "./service-answer.ts";
import { type Fetch, later, type Read } from "./service-fetch.ts";

/** At most as many as `read_together` accepts. */
const mostReads = 16;

later.sendTogether = sendTogether;

/**
 * A read that may join others of the same moment as one request, which `read_together` of the database answers. Its code is not
 * in the first files, so what Home needs at first is not joined.
 */
export function joined<Read extends Markable>(read: Read): Read {
  return markJoined(read);
}

/** Sends these reads as one request of `read_together`, or as few as it accepts, and gives each its rows. */
function sendTogether(reads: readonly Read[], send: Fetch): void {
  for (let from = 0; from < reads.length; from += mostReads)
    sendAsOne(reads.slice(from, from + mostReads), send);
}

function sendAsOne(reads: readonly Read[], send: Fetch): void {
  const [first] = reads;
  if (!first) return;
  if (reads.length === 1) {
    first.answer(send(first.url, first.init));
    return;
  }
  const together = first.url.replace(/\w+$/, "read_together");
  const body = JSON.stringify({
    _reads: reads.map(({ url, init }) => ({
      name: url.slice(url.lastIndexOf("/") + 1),
      arguments: JSON.parse(String(init.body ?? "{}")) as unknown,
    })),
  });
  // Without the signal of the first read, which belongs to that read only.
  const { signal: _, ...init } = first.init;
  const answered = untilServed(() => send(together, { ...init, body })).then(async (response) => {
    const answers: unknown = response.ok ? await response.json() : null;
    return { response, answers: Array.isArray(answers) ? answers : [] };
  });
  for (const [at, read] of reads.entries())
    read.answer(
      answered.then(({ response, answers }) => {
        // One read that is refused refuses all of them, but a busy host, or none, is not asked once more for each.
        if (!response.ok) return isNoAnswer(response.status) ? response.clone() : send(read.url, read.init);
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
