/**
 * Sends generated requests to every endpoint as every kind of caller. No answer is a server error, shows the host's
 * internals or has another form than its service promises, and the host serves until the end.
 */
import fc from "fast-check";
import type { LaunchedHost } from "../../../tools/host/spawn-host.ts";
import { Club } from "../club.ts";
import { runSoak, type Soak, type SoakOptions } from "../run-soak.ts";
import { Callers } from "./callers.ts";
import { ENDPOINTS, type Endpoint } from "./endpoints.ts";
import { faultOf } from "./judge.ts";
import { type Request, requestsOf } from "./requests.ts";
import { restEndpoints } from "./rest-endpoints.ts";
import { Sender } from "./send.ts";
import { socketFault, socketMessages } from "./sockets.ts";

/** Sends about `rounds` requests. Rejects with the smallest failing request of each endpoint that failed. */
export function soakFuzz(options: SoakOptions): Promise<void> {
  return runSoak("fuzz", options, async (soak) => {
    const club = new Club(soak.workspace);
    const host = await club.serve({ TRUSTED_PROXIES: "127.0.0.1", PASSWORD_COST: "low" });
    const fuzz = await Fuzz.open(soak, host, club);
    try {
      for (let pass = 0; fuzz.sent < soak.rounds && soak.isInTime(); pass++) await fuzz.pass(pass);
      await fuzz.verdict();
    } finally {
      fuzz.close();
    }
    await host.stop();
    return `${fuzz.sent} requests to ${fuzz.endpoints} endpoints; answers ${fuzz.statuses}`;
  });
}

const CLIENTS = 12;
/** The most requests to each endpoint in a pass, so that a short run reaches every endpoint. */
const REQUESTS = 6;
const FAULTS_SHOWN = 30;
/** Passes after which the callers who may do less are new: access tokens expire after an hour. */
const RENEWED_EVERY = 100;

/** One property, and how often a pass checks it. */
interface Target {
  name: string;
  check: (parameters: { seed: number; numRuns: number }) => Promise<string | null>;
}

/** Endpoints and callers of one host, and what was found. */
export class Fuzz {
  readonly #faults = new Map<string, string>();

  private constructor(
    private readonly soak: Soak,
    private readonly host: LaunchedHost,
    private readonly callers: Callers,
    private readonly sender: Sender,
    private readonly targets: readonly Target[],
  ) {}

  /** `what`: everything, or the functions that signed-in members and admins may call. */
  static async open(
    soak: Soak,
    host: LaunchedHost,
    club: Club,
    what: "everything" | "functions" = "everything",
  ): Promise<Fuzz> {
    const callers = new Callers(host, club);
    const known = await callers.addClub();
    const sender = new Sender(host.url, callers);
    const rest = await restEndpoints(host.url, club.keys.secret_key);
    const names = rest.flatMap(({ path }) => /^\/rest\/v1\/(\w+)$/.exec(path)?.[1] ?? []);
    const paths = what === "everything" ? new Set<string>() : await functionsOfMembers(club);
    const chosen =
      what === "everything" ? [...ENDPOINTS, ...rest] : rest.filter(({ path }) => paths.has(path));
    const targets = [
      ...chosen.map((endpoint) => requestTarget(endpoint, sender, known, names)),
      ...(what === "everything" ? [socketTarget(host, club, known)] : []),
    ];
    return new Fuzz(soak, host, callers, sender, targets);
  }

  get sent(): number {
    return this.sender.sent;
  }

  get statuses(): string {
    return this.sender.statuses;
  }

  get endpoints(): number {
    return this.targets.length;
  }

  /** Some requests to every endpoint, from several clients. The seed of a pass repeats it and all later ones. */
  async pass(pass: number): Promise<void> {
    const started = performance.now();
    const [seed, before] = [this.soak.seed + pass, this.sent];
    const numRuns = Math.min(REQUESTS, Math.ceil(this.soak.rounds / this.endpoints));
    const waiting = [...this.targets];
    const client = async (): Promise<void> => {
      for (let target = waiting.shift(); target; target = waiting.shift()) {
        if (this.#faults.has(target.name)) continue;
        const fault = await target.check({ seed, numRuns });
        if (fault !== null) {
          this.#faults.set(target.name, `seed ${seed}: ${fault}`);
          this.soak.print(fault);
        }
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    await this.callers.renew();
    if (pass % RENEWED_EVERY === RENEWED_EVERY - 1) await this.callers.renewRefused();
    const rate = ((this.sent - before) / (performance.now() - started)) * 1000;
    this.soak.print(
      `${this.sent} requests, ${Math.round(rate)} a second; the next pass has seed ${seed + 1}`,
    );
  }

  /** Rejects when there was a fault, or the host no longer serves. */
  async verdict(): Promise<void> {
    const health = await fetch(`${this.host.url}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
    if (health !== 200) throw new Error(`the host answers ${health}:\n${this.host.printed.slice(-2000)}`);
    const faults = [...this.#faults.values()];
    if (faults.length > 0)
      throw new Error(
        `${faults.length} endpoints have faults:\n${faults.slice(0, FAULTS_SHOWN).join("\n\n")}`,
      );
  }

  close(): void {
    this.sender.close();
  }
}

/** The addresses of the functions that `authenticated` may call, from the catalog. */
async function functionsOfMembers(club: Club): Promise<Set<string>> {
  const { rows } = await club.query((client) =>
    client.query<{ path: string }>(
      `select '/rest/v1/rpc/' || proname as path from pg_proc
        where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')`,
    ),
  );
  return new Set(rows.map(({ path }) => path));
}

function requestTarget(
  endpoint: Endpoint,
  sender: Sender,
  known: readonly string[],
  names: readonly string[],
): Target {
  const requests = requestsOf(endpoint, known, names);
  const property = fc.asyncProperty(requests, async (request) => {
    const fault = await judged(sender, request);
    if (fault !== null) throw new Error(fault);
  });
  return {
    name: `${endpoint.methods} ${endpoint.path}`,
    check: async (parameters) => shown(await fc.check(property, parameters)),
  };
}

function socketTarget(host: LaunchedHost, club: Club, known: readonly string[]): Target {
  const property = fc.asyncProperty(socketMessages(known), async (messages) => {
    const fault = await socketFault(host.url, club.keys.publishable_key, messages);
    if (fault !== null) throw new Error(fault);
  });
  return { name: "sockets", check: async (parameters) => shown(await fc.check(property, parameters)) };
}

async function judged(sender: Sender, request: Request): Promise<string | null> {
  try {
    return faultOf(request, await sender.send(request));
  } catch (error) {
    return `no answer: ${error instanceof Error ? error.message : error}`;
  }
}

/** The smallest failing input and its fault; null when none failed. */
function shown<Input>(result: fc.RunDetails<[Input]>): string | null {
  if (!result.failed) return null;
  const [smallest] = result.counterexample ?? [];
  const cause = result.errorInstance instanceof Error ? result.errorInstance.message : "failed";
  return `${JSON.stringify(smallest).slice(0, 600)}\n  => ${cause}`;
}
