/** The cells of the permission matrix: what one caller attempts, and the outcome. */
import { type Caller, type Sent, send } from "./callers.ts";
import { withHelpers } from "./helper-roles.ts";
import { ROWS, type Row, type World } from "./rows.ts";
import { FUNCTIONS, STORAGE, TABLES } from "./table.ts";

/** Another way to send the same attempt. The permission must not depend on it. */
export interface Variation {
  /** Query parameters that find exactly the rows with this value. */
  filter(column: string, value: string | number | boolean): readonly (readonly [string, string])[];
  headers(verb: string): Readonly<Record<string, string>>;
}

export const PLAIN: Variation = {
  filter: (column, value) => [[column, `eq.${value}`]],
  headers: () => ({}),
};

/** Resolves to "yes", to "none" if no row was reached, or to the error's code. */
export type Attempt = (caller: Caller, variation?: Variation) => Promise<string>;

export interface Case {
  /** A row or function, and the verb. */
  title: string;
  /** The expected outcomes, in the order of CALLERS. */
  expected: readonly string[];
  /** Creates what the attempt needs. It serves every caller until one has succeeded, which may have changed it. */
  arrange(world: World): Promise<Attempt>;
}

export const tableOf = (row: string): string => row.split(":")[0] ?? row;

export const TABLE_CASES: readonly Case[] = Object.entries(TABLES).flatMap(([name, rules]) =>
  (["read", "insert", "upsert", "update", "delete"] as const).map((verb) => ({
    title: `${name} ${verb}`,
    expected: withHelpers(`${name} ${verb}`, rules[verb]),
    arrange: async (world: World) => {
      const row = await ROWS[name]?.(world);
      if (!row) throw new Error(`No row is arranged for ${name}`);
      return (caller, variation) => attemptRow(world, caller, { verb, table: tableOf(name), row }, variation);
    },
  })),
);

export const FUNCTION_CASES: readonly Case[] = Object.entries(FUNCTIONS).map(([name, [cells, make]]) => ({
  title: `${name}()`,
  expected: withHelpers(`${name}()`, cells),
  arrange: async (world) => {
    const body = await make(world);
    return async (caller, variation = PLAIN) => {
      const path = `rest/v1/rpc/${name}`;
      const { status, body: answer } = await send(world.host, caller, {
        method: "POST",
        path,
        body,
        headers: variation.headers("call"),
      });
      return status < 300 ? "yes" : codeOf(answer);
    };
  },
}));

/** The smallest PNG. */
const PNG = new Blob(
  [
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
      "base64",
    ),
  ],
  { type: "image/png" },
);

export const STORAGE_CASES: readonly Case[] = Object.entries(STORAGE).flatMap(([bucket, verbs]) =>
  Object.entries(verbs).map(([verb, [cells, request]]) => ({
    title: `${bucket} ${verb}`,
    expected: withHelpers(`${bucket} ${verb}`, cells),
    arrange: async (world: World) => {
      const name = `news/${world.next()}.png`;
      const { error } = await world.host.secret.storage.from(bucket).upload(name, PNG);
      if (error) throw error;
      return (caller, variation) =>
        attemptStorage(world, caller, request({ bucket, name, file: PNG }), variation);
    },
  })),
);

/**
 * The outcomes of a case by caller. Callers who change nothing, because they are refused or because the case only reads,
 * try at once what was arranged for the first.
 */
export async function outcomes(
  { arrange, expected }: Pick<Case, "arrange" | "expected">,
  { world, callers }: { world: World; callers: readonly Caller[] },
  { isRead }: { isRead: boolean },
): Promise<Record<string, string>> {
  const changes = callers.filter((_, index) => !isRead && expected[index] === "yes");
  let attempt: Attempt | null = await arrange(world);
  const first = attempt;
  const others = callers.filter((caller) => !changes.includes(caller));
  const seen = await Promise.all(others.map(async (caller) => [caller.name, await first(caller)]));
  for (const caller of changes) {
    attempt ??= await arrange(world);
    const outcome = await attempt(caller);
    seen.push([caller.name, outcome]);
    if (outcome === "yes") attempt = null;
  }
  return Object.fromEntries(seen);
}

type Verb = keyof (typeof TABLES)[string];

async function attemptRow(
  { host }: World,
  caller: Caller,
  { verb, table, row }: { verb: Verb; table: string; row: Row },
  variation: Variation = PLAIN,
): Promise<string> {
  const request = rowRequest(verb, row, variation);
  const prefer = [request.prefer, variation.headers(verb).prefer].filter(Boolean).join(",");
  const { status, headers, body } = await send(host, caller, {
    method: request.method,
    path: `rest/v1/${table}?${new URLSearchParams([...request.query.map(([name, value]): [string, string] => [name, value])])}`,
    headers: { ...variation.headers(verb), ...(prefer ? { prefer } : {}) },
    ...(request.body ? { body: request.body } : {}),
  });
  if (status >= 300) return codeOf(body);
  if (verb === "insert" || verb === "upsert") return "yes";
  const reached = headers.get("content-range") ?? "";
  return /^\d+-|\/[1-9]\d*$/.test(reached) ? "yes" : "none";
}

interface RowRequest {
  method: string;
  prefer: string;
  query: readonly (readonly [string, string])[];
  body?: object;
}

function rowRequest(verb: Verb, { key, insert, update, upsert }: Row, variation: Variation): RowRequest {
  const filters = Object.entries(key).flatMap(([column, value]) => variation.filter(column, value));
  switch (verb) {
    case "read":
      return { method: "GET", prefer: "", query: [["select", Object.keys(key).join()], ...filters] };
    case "insert":
      return { method: "POST", prefer: "return=minimal", query: [], body: [insert] };
    case "upsert": {
      const prefer = "return=minimal,resolution=merge-duplicates";
      if (upsert)
        return { method: "POST", prefer, query: [["on_conflict", upsert.on]], body: [upsert.values] };
      return { method: "POST", prefer, query: [], body: [{ ...insert, ...key }] };
    }
    case "update":
      return { method: "PATCH", prefer: "return=minimal,count=exact", query: filters, body: update };
    case "delete":
      return { method: "DELETE", prefer: "return=minimal,count=exact", query: filters };
  }
}

async function attemptStorage(
  { host }: World,
  caller: Caller,
  { finds, ...request }: Sent & { finds?: string },
  variation: Variation = PLAIN,
): Promise<string> {
  const headers = { ...variation.headers("storage"), ...request.headers };
  const { status, body } = await send(host, caller, {
    ...request,
    path: `storage/v1/${request.path}`,
    headers,
  });
  if (status >= 300) return codeOf(body);
  return finds === undefined || JSON.stringify(body).includes(finds) ? "yes" : "none";
}

/** The code of a REST error, or the status that storage writes into the body. */
function codeOf(body: unknown): string {
  const { code, statusCode } = Object(body) as { code?: string; statusCode?: string };
  return code ?? statusCode ?? JSON.stringify(body);
}
