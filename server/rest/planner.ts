/** From a request to its plan; a read that was asked before word for word is not planned again. */

import { planCall } from "./endpoints/call.ts";
import type { Plan, RestRequest } from "./endpoints/plan.ts";
import { planTableRead } from "./endpoints/read.ts";
import { planTableWrite } from "./endpoints/write.ts";
import { RestError, unknownSchema, unknownTable } from "./errors.ts";
import { acceptedType } from "./request/media-type.ts";
import { parsePreferences } from "./request/preferences.ts";
import { parseQuery } from "./request/query-parameters.ts";
import { parseRange } from "./request/range.ts";
import type { SchemaCacheHolder } from "./schema/cache.ts";
import { mostSimilar } from "./schema/similar.ts";
import type { SchemaCache } from "./schema/types.ts";

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
  body: string;
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
  #remembered = new Map<string, Plan>();
  #version = -1;

  constructor(
    private readonly schema: SchemaCacheHolder,
    private readonly settings: ApiSettings,
  ) {}

  /** Throws RestError. */
  async plan(asked: Asked): Promise<{ plan: Plan; schema: string }> {
    const schema = this.#schemaOf(asked);
    const isRead = asked.method === "GET" || asked.method === "HEAD";
    const key = isRead ? keyOf(asked) : null;
    if (this.#version !== this.schema.version) {
      this.#remembered.clear();
      this.#version = this.schema.version;
    }
    const known = key === null ? undefined : this.#remembered.get(key);
    if (known) return { plan: known, schema };
    const version = this.#version;
    const plan = await this.#plannedFresh(schema, asked);
    if (key !== null && key.length <= LONGEST_REMEMBERED && version === this.schema.version)
      this.#remember(key, plan);
    return { plan, schema };
  }

  /** What seems not to be there may have come since: a notification can be late, or lost with its connection. */
  async #plannedFresh(schema: string, asked: Asked): Promise<Plan> {
    try {
      return this.#planned(await this.schema.get(), schema, asked);
    } catch (error) {
      const missing = error instanceof RestError && MISSING.has(error.code);
      if (!missing || this.schema.age < TRUSTED_MS) throw error;
      this.schema.drop();
      return this.#planned(await this.schema.get(), schema, asked);
    }
  }

  #planned(cache: SchemaCache, schema: string, { method, target, search, headers, body }: Asked): Plan {
    const isRead = method === "GET" || method === "HEAD";
    const request: RestRequest = {
      method,
      schema,
      parameters: parseQuery(new URLSearchParams(search), target.kind === "function" && isRead),
      preferences: parsePreferences(headers.get("prefer")),
      type: acceptedType(headers.get("accept")),
      range: isRead ? parseRange(headers.get("range")) : null,
      body,
      maxRows: this.settings.max_rows,
    };
    if (target.kind === "function") return planCall(cache, target.name, request);
    const table = cache.table(schema, target.name);
    if (!table) {
      const names = cache.tables(schema).map(({ name }) => name);
      throw unknownTable(schema, target.name, mostSimilar(target.name, names, 0.6));
    }
    return isRead ? planTableRead(cache, table, request) : planTableWrite(cache, table, request);
  }

  #schemaOf({ method, headers }: Asked): string {
    const isRead = method === "GET" || method === "HEAD";
    const named = headers.get(isRead ? "accept-profile" : "content-profile");
    const schema = named ?? this.settings.schemas[0] ?? "public";
    if (!this.settings.schemas.includes(schema)) throw unknownSchema(schema, this.settings.schemas);
    return schema;
  }

  #remember(key: string, plan: Plan): void {
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size >= REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
    this.#remembered.set(key, plan);
  }
}

function keyOf({ method, target, search, headers }: Asked): string {
  const values = HEADERS.map((name) => headers.get(name) ?? "");
  return [method, target.kind, target.name, search, ...values].join("\n");
}
