/** Admission control: queues requests in front of the services, and refuses those that would wait too long. */
import { randomInt } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { getPath } from "hono/utils/url";
import { incomingOf, limitedAddress, outgoingOf, peerOf } from "../address.ts";
import type { GatewayDeps } from "../caller.ts";
import type { HeaderReader, RequestHead } from "../http/request-head.ts";
import { responseOf, type Sent } from "../http/sent.ts";
import { sameKey } from "../keys.ts";
import { unavailableSent } from "../unavailable.ts";
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

/** Returns `fetch` behind a queue. */
export function withAdmission(fetch: Fetch, admission: Admission): Fetch {
  return (request, env) => admission.admit(request, env, () => fetch(request, env), responseOf);
}

/**
 * The queue in front of all requests. The address and the headers of a request that may run immediately are not read. A
 * refused request is answered before its body and token are read.
 */
export class Admission {
  readonly #classify: Classify;
  readonly #gateway: AdmissionDeps["gateway"];
  readonly #queue: AdmissionQueue;
  readonly #pace = new RefusalPace();
  readonly #tickets: ReturnTickets;

  constructor({ classify, gateway, limits = LIMITS }: AdmissionDeps) {
    this.#classify = classify;
    this.#gateway = gateway;
    this.#queue = new AdmissionQueue(limits);
    this.#tickets = new ReturnTickets(gateway.keys.secret_key);
  }

  /**
   * What `work` answers, now or when it is the request's turn, or what `refused` makes of a refusal. The work may leave its place to
   * other requests while it only waits for one of them.
   */
  admit<Answer>(
    head: RequestHead,
    env: unknown,
    work: (leavePlace: () => void) => Answer | Promise<Answer>,
    refused: (sent: Sent) => Answer,
  ): Answer | Promise<Answer> {
    const kind = classOf(head, this.#classify);
    if (kind === null) return work(NOTHING);
    const { method, headers } = head;
    const queue = this.#queue;
    const job = new RequestJob(kind, incomingOf(env));
    if (queue.tryStart(job)) return this.#run(job, work);
    const isOwn = hasSecretKey(headers, this.#gateway);
    job.isPatient = isOwn || this.#tickets.isValid(headers.get(TICKET_HEADER), kind, Date.now());
    const address = isOwn ? SECRET_SHARE : limitedAddress(this.#gateway.address(headers, peerOf(env)));
    if (!queue.wait(job, address)) return this.#refuse(() => refused(this.#busy(method, kind, address)));
    return new Promise<Answer>((resolve, reject) => {
      job.start = () => {
        try {
          resolve(this.#run(job, work));
        } catch (error) {
          reject(error);
        }
      };
      job.refuse = () => resolve(refused(this.#busy(method, kind, address))); // it has waited already
      outgoingOf(env)?.once("close", () => {
        queue.cancel(job, address);
        resolve(refused(unavailableSent(method, BUSY, BUSY_CODE))); // nobody receives it
      });
    });
  }

  #run<Answer>(
    job: Job,
    work: (leavePlace: () => void) => Answer | Promise<Answer>,
  ): Answer | Promise<Answer> {
    try {
      const answer = work(() => this.#queue.leavePlace(job));
      if (answer instanceof Promise) return answer.finally(() => this.#queue.done(job));
      this.#queue.done(job);
      return answer;
    } catch (error) {
      this.#queue.done(job);
      throw error;
    }
  }

  #refuse<Answer>(answer: () => Answer): Answer | Promise<Answer> {
    const ms = this.#pace.delayMs(performance.now());
    const refusal = answer();
    return ms === 0 ? refusal : delay(ms).then(() => refusal);
  }

  #busy(method: string, kind: RequestClass, address: string): Sent {
    const { least, most } = RETRY_AFTER_SECONDS;
    const atLeast = kind === "password" ? 1 : randomInt(least, most + 1);
    const seconds = Math.max(atLeast, Math.floor(this.#queue.returnInMs(kind, address) / 1000));
    const sent = unavailableSent(method, BUSY, BUSY_CODE, seconds);
    return {
      ...sent,
      headers: {
        ...sent.headers,
        [TICKET_HEADER]: this.#tickets.issue(kind, Date.now() + seconds * 1000),
        "access-control-expose-headers": `retry-after, ${TICKET_HEADER}`,
      },
    };
  }
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

function classOf({ method, url }: RequestHead, classify: Classify): RequestClass | null {
  const question = url.indexOf("?");
  return classify(method, getPath({ url } as Request), question < 0 ? "" : url.slice(question));
}

/** The holders of the secret key, such as scheduled jobs, imports and functions, share a turn. */
const SECRET_SHARE = "secret key";

function hasSecretKey(headers: HeaderReader, { keys }: Pick<GatewayDeps, "keys">): boolean {
  return sameKey(headers.get("apikey") ?? "", keys.secret_key);
}
