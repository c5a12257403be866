import { setTimeout as delay } from "node:timers/promises";

/** PostgreSQL's code for too many connections, with which the host refuses a request before it has read it. */
const BUSY_CODE = "53300";
/** A host that refuses for so long does not recover. */
const PATIENCE_MS = 10 * 60_000;

/**
 * fetch for commands, which have the time to wait: a request that was refused because the host is busy (503) or a rate limit
 * was reached (429) is sent again after the seconds of Retry-After. Other answers are returned as they are, because a request
 * that failed in the middle may have been carried out.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const response = await fetch(input, init);
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    if (!(seconds >= 0) || performance.now() > end || !(await isRefusal(response))) return response;
    await delay(seconds * 1000);
  }
};

async function isRefusal(response: Response): Promise<boolean> {
  if (response.status === 429) return true;
  if (response.status !== 503) return false;
  return (await response.clone().text()).includes(`"${BUSY_CODE}"`);
}
