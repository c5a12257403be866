/**
 * Answers that are equal for every caller of a role: the database is asked once for all who wait. A function says so in its comment
 * (record 94):
 *   @shared     its answer depends on the role and the arguments. It runs without the caller's claims, so it cannot tell who asks.
 *   @together   takes one JSON list of calls, `[{"name": ..., "arguments": ...}]`, and answers with the list of their answers. Those
 *               of shared functions are asked once.
 */
import type { Caller, Result } from "../../database/database.ts";
import type { Answer } from "../response/answer.ts";
import { type Execution, type Sharing, sentBody, withOtherBody } from "./execution.ts";
import { SharedRuns } from "./shared-runs.ts";

/** Runs the statements of an execution. */
type Run = (caller: Caller, execution: Execution) => Promise<Result[]>;

/** The header that tells which changes an answer includes: see withOverrides. */
const INCLUDED = "x-included";

export class SharedAnswers {
  readonly #whole = new SharedRuns<Result[]>();
  readonly #lists = new SharedRuns<List>();

  constructor(private readonly run: Run) {}

  /**
   * `settings` are those of the prepared request, and `caller` has those of the caller too. `waits` is called if there is nothing to do
   * but to wait for what another request has asked. Throws what the run throws.
   */
  async answer(
    execution: Execution,
    caller: Caller,
    settings: Readonly<Record<string, string>>,
    waits: () => void,
  ): Promise<Answer> {
    const { sharing, statements } = execution;
    // Another statement is the pre-request function or the wanted rollback.
    if (!sharing || statements.length !== 1) return execution.answer(await this.run(caller, execution));
    const anyone: Caller = { role: caller.role, claims: { role: caller.role }, settings };
    if (sharing.kind === "all") {
      const asked = this.#whole.ask(keyOf(anyone, execution), () => this.run(anyone, execution));
      if (!asked.isFirst) waits();
      return execution.answer(await asked.value);
    }
    const calls = callsIn(sentBody(execution), sharing);
    if (!calls) return execution.answer(await this.run(caller, execution));
    const { shared, own } = calls;
    const common = withOtherBody(execution, shared.body);
    const asked = this.#lists.ask(keyOf(anyone, common), () => this.#list(anyone, common));
    const isOwn = own.places.length > 0;
    const [theirs, mine] = await Promise.all([
      asked.value,
      (isOwn ? this.#list(caller, withOtherBody(execution, own.body)) : Promise.resolve(null)).then(
        (list) => {
          if (!asked.isFirst) waits();
          return list;
        },
      ),
    ]);
    const { headers } = theirs.answer;
    if (mine === null) return { ...theirs.answer, headers: { ...headers } };
    const elements: string[] = [];
    for (const [n, at] of shared.places.entries()) elements[at] = theirs.elements[n] ?? "null";
    for (const [n, at] of own.places.entries()) elements[at] = mine.elements[n] ?? "null";
    mine.answer.headers[INCLUDED] = earlier(mine.answer.headers[INCLUDED], headers[INCLUDED]);
    return { ...mine.answer, body: `[${elements.join(",")}]` };
  }

  async #list(caller: Caller, execution: Execution): Promise<List> {
    const answer = execution.answer(await this.run(caller, execution));
    return { answer, elements: elementsOf(String(answer.body)) };
  }
}

function keyOf(caller: Caller, { statements }: Execution): string {
  return JSON.stringify([caller, statements]);
}

interface List {
  answer: Answer;
  elements: readonly string[];
}

interface Calls {
  /** The body with these calls only. */
  body: string;
  /** Where they are in the list. */
  places: number[];
}

/**
 * The calls of a request as they are written, by who gets their answers. Null without a shared call, and for a body that is no such
 * list.
 */
function callsIn(
  body: string | null,
  { list, isShared }: Extract<Sharing, { kind: "some" }>,
): { shared: Calls; own: Calls } | null {
  const given: unknown = JSON.parse(body ?? "null");
  if (body === null || !isObject(given) || Object.keys(given).length !== 1) return null;
  if (!Array.isArray(given[list])) return null;
  // Not the parsed calls, whose large numbers JavaScript rounds.
  const calls = elementsOf(body.slice(body.indexOf("[")));
  const places = { shared: [] as number[], own: [] as number[] };
  for (const [at, text] of calls.entries()) {
    const call: unknown = JSON.parse(text);
    const name: unknown = isObject(call) ? call.name : null;
    places[typeof name === "string" && isShared(name) ? "shared" : "own"].push(at);
  }
  if (places.shared.length === 0) return null;
  const some = (chosen: number[]) => ({
    places: chosen,
    body: `{${JSON.stringify(list)}:[${chosen.map((at) => calls[at]).join(",")}]}`,
  });
  return { shared: some(places.shared), own: some(places.own) };
}

/** The elements of a JSON list as they are written. `json`: valid; what follows the list is ignored. */
export function elementsOf(json: string): string[] {
  const elements: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]/g)) {
    if (token === "[" || token === "{") {
      depth += 1;
      if (depth === 1) start = index + 1;
    } else if (token === "]" || token === "}") depth -= 1;
    if (depth > 1 || (depth === 1 && token !== ",")) continue;
    if (token === "," || depth === 0) {
      elements.push(json.slice(start, index).trim());
      start = index + 1;
    }
  }
  return elements.length === 1 && elements[0] === "" ? [] : elements;
}

/** The number of the earlier transaction: an answer of two parts includes what both include. */
function earlier(one = "0", other = "0"): string {
  return BigInt(one) < BigInt(other) ? one : other;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
