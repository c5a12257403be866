/** Prepares requests. They are cached by their URL, their headers and the shape of their body. */
import { SEARCH_PATH } from "../../database/database.ts";
import type { HeaderReader } from "../../gateway/http/request-head.ts";
import { RestError, unknownSchema, unknownTable } from "../errors.ts";
import { readPayload } from "../plan/mutate-plan.ts";
import { MIN_NAME_SIMILARITY, mostSimilar } from "../plan/similar-names.ts";
import { type ApiRequest, parseRequest, type RawRequest } from "../request/api-request.ts";
import { type Body, NO_BODY } from "../request/body.ts";
import { namesTimeZone } from "../request/preferences.ts";
import type { SchemaCacheHolder } from "../schema-cache/schema-cache.ts";
import type { TimeZones } from "../schema-cache/time-zones.ts";
import type { SchemaCache } from "../schema-cache/types.ts";
import { identifier } from "../sql-text.ts";
import { prepareCall } from "./call.ts";
import { type Execution, withOtherBody } from "./execution.ts";
import { prepareOptions } from "./options.ts";
import { prepareRead } from "./read.ts";
import { withinTransaction } from "./transaction.ts";
import { prepareWrite } from "./write.ts";

export interface ApiSettings {
  /** Exposed schemas; the first is the default. */
  schemas: readonly string[];
  max_rows: number;
  extra_search_path: readonly string[];
}

export interface PreparedRequest {
  execution: Execution;
  schema: string;
  /** Settings of the transaction under PostgreSQL's names. */
  settings: Readonly<Record<string, string>>;
  /** True if the response states the time of each stage. */
  timed: boolean;
}

/** PostgREST's codes for names that the schema cache does not have. */
const NOT_IN_CACHE = new Set(["PGRST200", "PGRST202", "PGRST204", "PGRST205"]);
/**
 * A schema cache younger than this is not reloaded for an unknown name, so that requests for unknown names stay cheap.
 */
const FRESH_MS = 5000;
const CACHE_SIZE = 1000;
/** The most characters of a key, and of a body, which the first request of a shape leaves in the cache. */
const MAX_LENGTH = 2000;
/** The headers that an execution depends on, beside the one that names the schema. */
const HEADERS = ["accept", "prefer", "range"];

export class RequestPreparer {
  #cache = new Map<string, PreparedRequest>();
  #version = -1;

  constructor(
    private readonly schema: SchemaCacheHolder,
    private readonly timeZones: TimeZones,
    private readonly settings: ApiSettings,
  ) {}

  /** Throws RestError. */
  async prepare(raw: RawRequest): Promise<PreparedRequest> {
    const schema = this.#schemaOf(raw);
    const key = keyOf(raw, schema);
    if (this.#version !== this.schema.version) {
      this.#cache.clear();
      this.#version = this.schema.version;
    }
    const known = key === null ? undefined : this.#cache.get(key);
    if (known) return withBody(known, raw.body.text);
    const version = this.#version;
    const prepared = await this.#prepareWithFreshCache(schema, raw);
    if (key !== null && key.length <= MAX_LENGTH && version === this.schema.version)
      this.#addToCache(key, prepared);
    return prepared;
  }

  /** The schema that the headers name, and the schema cache. Throws RestError. */
  async schemaCacheFor(
    method: string,
    headers: HeaderReader,
  ): Promise<{ schema: string; cache: SchemaCache }> {
    return { schema: this.#schemaOf({ method, headers }), cache: await this.schema.get() };
  }

  /** An unknown name may be new: the notification of a schema change can be late, or lost with its connection. */
  async #prepareWithFreshCache(schema: string, raw: RawRequest): Promise<PreparedRequest> {
    const zones = namesTimeZone(raw.headers.get("prefer")) ? await this.timeZones.get() : undefined;
    try {
      return this.#prepareWith(await this.schema.get(), schema, raw, zones);
    } catch (error) {
      const missing = error instanceof RestError && NOT_IN_CACHE.has(error.code);
      if (!missing || this.schema.age < FRESH_MS) throw error;
      this.schema.invalidate();
      return this.#prepareWith(await this.schema.get(), schema, raw, zones);
    }
  }

  #prepareWith(
    cache: SchemaCache,
    schema: string,
    raw: RawRequest,
    timeZones: ReadonlySet<string> | undefined,
  ): PreparedRequest {
    const { target } = raw;
    const request = parseRequest(raw, schema, cache, this.settings.max_rows, timeZones);
    const execution = this.#executionOf(cache, target, request);
    const { timed } = cache.settings;
    const prepared = withinTransaction(execution, request, cache.settings);
    return { schema, timed, ...prepared, settings: { ...prepared.settings, ...this.#searchPath(schema) } };
  }

  /** Nothing if it is the connection's own. Source: PostgREST, src/PostgREST/Query/PreQuery.hs. */
  #searchPath(schema: string): Readonly<Record<string, string>> {
    const path = [...new Set([schema, ...this.settings.extra_search_path])];
    if (path.join("\0") === SEARCH_PATH.join("\0")) return {};
    return { search_path: path.map(identifier).join(", ") };
  }

  #executionOf(cache: SchemaCache, target: RawRequest["target"], request: ApiRequest): Execution {
    const { method, schema } = request;
    if (target.kind === "function")
      return method === "OPTIONS"
        ? prepareOptions(cache, target, schema)
        : prepareCall(cache, target.name, request);
    const table = cache.table(schema, target.name);
    if (!table)
      throw unknownTable(
        schema,
        target.name,
        mostSimilar(target.name, cache.tableNames(schema), MIN_NAME_SIMILARITY),
      );
    if (method === "OPTIONS") return prepareOptions(cache, target, schema);
    const isRead = method === "GET" || method === "HEAD";
    return isRead ? prepareRead(cache, table, request) : prepareWrite(cache, table, request);
  }

  #schemaOf({ method, headers }: Pick<RawRequest, "method" | "headers">): string {
    const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
    const named = headers.get(isRead ? "accept-profile" : "content-profile");
    const schema = named ?? this.settings.schemas[0] ?? "public";
    if (!this.settings.schemas.includes(schema)) throw unknownSchema(schema, this.settings.schemas);
    return schema;
  }

  #addToCache(key: string, prepared: PreparedRequest): void {
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= CACHE_SIZE && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(key, prepared);
  }
}

/** The request with another body of the shape that it was prepared for. */
function withBody(prepared: PreparedRequest, text: string): PreparedRequest {
  return { ...prepared, execution: withOtherBody(prepared.execution, text) };
}

/** Null for a request whose execution depends on more than the shape of its body. */
function keyOf({ method, target, search, headers, body }: RawRequest, schema: string): string | null {
  const shape = shapeOf(body);
  if (shape === null) return null;
  const values = HEADERS.map((name) => headers.get(name) ?? "");
  return [method, target.kind, target.name, search, schema, ...values, shape].join("\n");
}

/**
 * What an execution depends on in a JSON body: the keys of its objects. Null for a long body, for one that is not sent to
 * the database as it is, and for objects with different keys.
 */
function shapeOf(body: Body): string | null {
  if (body === NO_BODY) return "";
  if (body.text.length > MAX_LENGTH) return null;
  try {
    const { text, isArray, keys } = readPayload(body, false);
    return text === body.text ? JSON.stringify([isArray, ...keys]) : null;
  } catch {
    return null; // refused later, unless the request names its columns
  }
}
