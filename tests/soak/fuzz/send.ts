/** Sends generated requests over connections that are kept open. */
import { Agent, request as httpRequest } from "node:http";
import { FACT_MS } from "../../limits.ts";
import type { Callers } from "./callers.ts";
import type { Request } from "./requests.ts";

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

export class Sender {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #statuses = new Map<number, number>();
  #sent = 0;

  constructor(
    private readonly url: string,
    private readonly callers: Callers,
  ) {}

  get sent(): number {
    return this.#sent;
  }

  /** How often each status was answered. */
  get statuses(): string {
    const counts = [...this.#statuses].sort(([a], [b]) => a - b);
    return counts.map(([status, count]) => `${status}: ${count}`).join(", ");
  }

  /** Rejects when there is no complete answer. Every request has another address, so that no rate limit applies. */
  send({ method, path, by, headers, body }: Request): Promise<Answer> {
    const number = this.#sent++;
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    // Without a length, Node sends the body of a DELETE as the beginning of the next request.
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const call = httpRequest(
        this.url + path,
        {
          method,
          agent: this.#agent,
          headers: { ...this.callers.headersOf(by), "x-forwarded-for": address, ...length, ...headers },
        },
        (response) => {
          const status = response.statusCode ?? 0;
          this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.once("error", reject);
          response.once("end", () =>
            resolve({
              status,
              headers: Object.fromEntries(
                Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
              ),
              text: Buffer.concat(parts).toString("utf8"),
            }),
          );
        },
      );
      call.setTimeout(FACT_MS, () => call.destroy(new Error(`no answer within ${FACT_MS} ms`)));
      call.once("error", reject);
      call.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
