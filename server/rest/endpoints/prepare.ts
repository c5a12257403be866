/** From a request to its plan; a read that was asked before word for word is not planned again. */

import { RestError, unknownSchema, unknownTable } from "../errors.ts";
import { mostSimilar, NAME_LIKENESS } from "../plan/similar-names.ts";
import type { Body } from "../request/body.ts";
import { acceptedType } from "../request/media-type.ts";
import { parsePreferences } from "../request/preferences.ts";
import { parseQuery } from "../request/query-parameters.ts";
import { parseRange } from "../request/range.ts";
import type { SchemaCacheHolder } from "../schema-cache/schema-cache.ts";
import type { SchemaCache } from "../schema-cache/types.ts";
import { planCall } from "./call.ts";
import type { Plan, RestRequest } from "./execution.ts";
import { planOptions } from "./options.ts";
import { planTableRead } from "./read.ts";
import { withinTransaction } from "./transaction.ts";
import { planTableWrite } from "./write.ts";

export interface ApiSettings {
  /** Exposed schemas; the first is the default. */
  schemas: readonly string[];
  max_rows: number;
}

export interface Asked {
  method: string;
  target: { kind: "table" | "function"; name: string };
  /** Without its question mark. */
  search: string;
  headers: Headers;
  body: Body;
}

export interface Planned {
  plan: Plan;
  schema: string;
  /** Settings of the transaction, by PostgreSQL's names. */
  settings: Readonly<Record<string, string>>;
}

/** PostgREST's codes for what the schema cache does not know. */
const MISSING = new Set(["PGRST200", "PGRST202", "PGRST204", "PGRST205"]);
/** A catalog younger than this is believed, so that asking for nothing costs nothing. */
const TRUSTED_MS = 5000;
const REMEMBERED = 1000;
const LONGEST_REMEMBERED = 2000;
/** All that a read's plan depends on besides its address. */
const HEADERS = ["accept", "accept-profile", "prefer", "range"];

export class Planner {
  #remembered = new Map<string, Planned>();
  #version = -1;

  constructor(
    private readonly schema: SchemaCacheHolder,
    private readonly settings: ApiSettings,
  ) {}

  /** Throws RestError. */
  async plan(asked: Asked): Promise<Planned> {
    const schema = this.#schemaOf(asked);
    const isRead = asked.method === "GET" || asked.method === "HEAD";
    const key = isRead ? keyOf(asked) : null;
    if (this.#version !== this.schema.version) {
      this.#remembered.clear();
      this.#version = this.schema.version;
    }
    const known = key === null ? undefined : this.#remembered.get(key);
    if (known) return known;
    const version = this.#version;
    const planned = await this.#plannedFresh(schema, asked);
    if (key !== null && key.length <= LONGEST_REMEMBERED && version === this.schema.version)
      this.#remember(key, planned);
    return planned;
  }

  /** The schema that the headers name, and what is known of it. Throws RestError. */
  async look(method: string, headers: Headers): Promise<{ schema: string; cache: SchemaCache }> {
    return { schema: this.#schemaOf({ method, headers }), cache: await this.schema.get() };
  }

  /** What seems not to be there may have come since: a notification can be late, or lost with its connection. */
  async #plannedFresh(schema: string, asked: Asked): Promise<Planned> {
    try {
      return this.#planned(await this.schema.get(), schema, asked);
    } catch (error) {
      const missing = error instanceof RestError && MISSING.has(error.code);
      if (!missing || this.schema.age < TRUSTED_MS) throw error;
      this.schema.drop();
      return this.#planned(await this.schema.get(), schema, asked);
    }
  }

  #planned(cache: SchemaCache, schema: string, asked: Asked): Planned {
    const { target } = asked;
    const request = requestOf(asked, schema, cache, this.settings.max_rows);
    const plan = this.#planOf(cache, target, request);
    return { schema, ...withinTransaction(plan, request, cache.settings) };
  }

  #planOf(cache: SchemaCache, target: Asked["target"], request: RestRequest): Plan {
    const { method, schema } = request;
    if (target.kind === "function")
      return method === "OPTIONS"
        ? planOptions(cache, target, schema)
        : planCall(cache, target.name, request);
    const table = cache.table(schema, target.name);
    if (!table)
      throw unknownTable(
        schema,
        target.name,
        mostSimilar(target.name, cache.tableNames(schema), NAME_LIKENESS),
      );
    if (method === "OPTIONS") return planOptions(cache, target, schema);
    const isRead = method === "GET" || method === "HEAD";
    return isRead ? planTableRead(cache, table, request) : planTableWrite(cache, table, request);
  }

  #schemaOf({ method, headers }: Pick<Asked, "method" | "headers">): string {
    const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
    const named = headers.get(isRead ? "accept-profile" : "content-profile");
    const schema = named ?? this.settings.schemas[0] ?? "public";
    if (!this.settings.schemas.includes(schema)) throw unknownSchema(schema, this.settings.schemas);
    return schema;
  }

  #remember(key: string, planned: Planned): void {
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size >= REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
    this.#remembered.set(key, planned);
  }
}

function requestOf(
  { method, target, search, headers, body }: Asked,
  schema: string,
  cache: SchemaCache,
  maxRows: number,
): RestRequest {
  const { settings } = cache;
  const isRead = method === "GET" || method === "HEAD";
  const parameters = new URLSearchParams(search);
  const handlers = cache.mediaHandlers(target.kind, schema, target.name);
  return {
    method,
    schema,
    parameters: parseQuery(parameters, target.kind === "function" && isRead),
    preferences: parsePreferences(headers.get("prefer"), settings.mayChooseEnd),
    type: acceptedType(
      headers.get("accept"),
      settings.explains,
      (parameters.get("select") ?? "*") === "*" ? handlers : { own: [], any: handlers.any },
    ),
    range: isRead ? parseRange(headers.get("range")) : null,
    body,
    maxRows: settings.maxRows ?? maxRows,
    aggregates: settings.aggregates,
    search: sortedSearch(parameters),
  };
}

function sortedSearch(parameters: URLSearchParams): string {
  const shown = new URLSearchParams([...parameters].filter(([name]) => name !== "apikey"));
  shown.sort();
  return shown.toString();
}

function keyOf({ method, target, search, headers }: Asked): string {
  const values = HEADERS.map((name) => headers.get(name) ?? "");
  return [method, target.kind, target.name, search, ...values].join("\n");
}
