/** Admission control: queues requests in front of the services, and refuses those that would wait too long. */
import { randomInt } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { getPath } from "hono/utils/url";
import { incomingOf, limitedAddress, outgoingOf, peerOf } from "../address.ts";
import type { GatewayDeps } from "../caller.ts";
import { sameKey } from "../keys.ts";
import { unavailable } from "../unavailable.ts";
import { type AdmissionLimits, AdmissionQueue, type Job, type RequestClass } from "./admission-queue.ts";
import { RefusalPace } from "./refusal-pace.ts";
import type { Classify } from "./request-class.ts";
import { ReturnTickets, TICKET_HEADER } from "./return-tickets.ts";

export type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>;

/** The pool has ten connections, each with up to four batches in flight. Four passwords are hashed at once. */
export const LIMITS: AdmissionLimits = {
  running: { least: 4, most: 64 },
  waiting: 1024,
  waitMs: 1000,
  patientMs: 30_000,
  classes: {
    save: { weight: 8, running: 16, sharesPlaces: false }, // places that no read takes
    session: { weight: 8, running: 32, sharesPlaces: true },
    read: { weight: 4, running: 64, sharesPlaces: true },
    file: { weight: 4, running: 64, sharesPlaces: false },
    function: { weight: 4, running: 32, sharesPlaces: false },
    password: { weight: 2, running: 12, sharesPlaces: false, firstPaceMs: 40 },
    statistics: { weight: 1, running: 4, sharesPlaces: true },
  },
};

/** PostgreSQL's code for too many connections, which clients already know. */
const BUSY_CODE = "53300";
const BUSY = "The server is busy. Try again in a moment.";
/**
 * Clients that are refused together come back at different times: at the pace of their class, and not before these seconds.
 * Refusals of passwords are spread by the pace alone, because each of them stands for more work.
 */
const RETRY_AFTER_SECONDS = { least: 2, most: 5 };

export interface AdmissionDeps {
  classify: Classify;
  gateway: Pick<GatewayDeps, "address" | "keys">;
  limits?: AdmissionLimits;
}

/**
 * Returns `fetch` behind a queue. The address and the headers of a request that may run immediately are not read. A
 * refused request is answered before its body and token are read.
 */
export function withAdmission(fetch: Fetch, { classify, gateway, limits = LIMITS }: AdmissionDeps): Fetch {
  const queue = new AdmissionQueue(limits);
  const pace = new RefusalPace();
  const tickets = new ReturnTickets(gateway.keys.secret_key);
  const busy = (method: string, kind: RequestClass, address: string): Response => {
    const { least, most } = RETRY_AFTER_SECONDS;
    const atLeast = kind === "password" ? 1 : randomInt(least, most + 1);
    const seconds = Math.max(atLeast, Math.floor(queue.returnInMs(kind, address) / 1000));
    const response = unavailable(method, BUSY, BUSY_CODE, seconds);
    response.headers.set(TICKET_HEADER, tickets.issue(kind, Date.now() + seconds * 1000));
    response.headers.set("access-control-expose-headers", `retry-after, ${TICKET_HEADER}`);
    return response;
  };
  const refuse = (method: string, kind: RequestClass, address: string): Response | Promise<Response> => {
    const ms = pace.delayMs(performance.now());
    const response = busy(method, kind, address);
    return ms === 0 ? response : delay(ms).then(() => response);
  };
  const run = (job: Job, request: Request, env: unknown): Response | Promise<Response> => {
    try {
      const response = fetch(request, env);
      if (response instanceof Promise) return response.finally(() => queue.done(job));
      queue.done(job);
      return response;
    } catch (error) {
      queue.done(job);
      throw error;
    }
  };
  return (request, env) => {
    const kind = classOf(request, classify);
    if (kind === null) return fetch(request, env);
    const job = new RequestJob(kind, incomingOf(env));
    if (queue.tryStart(job)) return run(job, request, env);
    const isOwn = hasSecretKey(request, gateway);
    job.isPatient = isOwn || tickets.isValid(request.headers.get(TICKET_HEADER), kind, Date.now());
    const address = isOwn ? SECRET_SHARE : limitedAddress(gateway.address(request.headers, peerOf(env)));
    if (!queue.wait(job, address)) return refuse(request.method, kind, address);
    return new Promise<Response>((resolve, reject) => {
      job.start = () => {
        try {
          resolve(run(job, request, env));
        } catch (error) {
          reject(error);
        }
      };
      job.refuse = () => resolve(busy(request.method, kind, address)); // it has waited already
      outgoingOf(env)?.once("close", () => {
        queue.cancel(job, address);
        resolve(unavailable(request.method, BUSY, BUSY_CODE)); // nobody receives it
      });
    });
  };
}

const NOTHING = () => {};

class RequestJob implements Job {
  isPatient = false;
  start: () => void = NOTHING;
  refuse: () => void = NOTHING;
  constructor(
    readonly kind: RequestClass,
    private readonly incoming: IncomingMessage | null,
  ) {}

  isReceiving(): boolean {
    return this.incoming?.complete === false;
  }
}

function classOf(request: Request, classify: Classify): RequestClass | null {
  const { url } = request;
  const question = url.indexOf("?");
  return classify(request.method, getPath(request), question < 0 ? "" : url.slice(question));
}

/** The holders of the secret key, such as scheduled jobs, imports and functions, share a turn. */
const SECRET_SHARE = "secret key";

function hasSecretKey({ headers }: Request, { keys }: Pick<GatewayDeps, "keys">): boolean {
  return sameKey(headers.get("apikey") ?? "", keys.secret_key);
}
