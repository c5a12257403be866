/** Serves /rest/v1: tables, views and functions of the exposed schemas, with PostgREST's API. Requests come by lane.ts or routes.ts. */
import { type Caller, type Database, DatabaseError, type Result } from "../database/database.ts";
import { apiKeyOf, callerOf, credentialClaims, type GatewayDeps } from "../gateway/caller.ts";
import { corsHeaders } from "../gateway/cors.ts";
import { outageOf } from "../gateway/database-down.ts";
import { GatewayError } from "../gateway/errors.ts";
import type { RequestHead } from "../gateway/http/request-head.ts";
import type { Sent } from "../gateway/http/sent.ts";
import { requestIdOf } from "../gateway/request-ids.ts";
import { isSecurityEvent, type SecurityEvent, securityEvent } from "../gateway/security-events.ts";
import { fromDatabase } from "./database-errors.ts";
import type { Execution } from "./endpoints/execution.ts";
import { type ApiSettings, RequestPreparer } from "./endpoints/prepare.ts";
import { SharedAnswers } from "./endpoints/sharing.ts";
import { bodyTooLarge, RestError, unknownMethod, unknownPath } from "./errors.ts";
import { CostCheck } from "./query/cost.ts";
import type { RawRequest } from "./request/api-request.ts";
import { type Body, bodyOf, NO_BODY } from "./request/body.ts";
import { requireOpenApi } from "./request/media-type.ts";
import type { Answer } from "./response/answer.ts";
import { openApiOf } from "./response/openapi.ts";
import { sentFor } from "./response/respond.ts";
import { retryDeadlocks } from "./retry-deadlocks.ts";
import { readDescription } from "./schema-cache/descriptions.ts";
import { SchemaCacheHolder } from "./schema-cache/schema-cache.ts";
import { TimeZones } from "./schema-cache/time-zones.ts";
import { Timings } from "./server-timing.ts";
import { refuseEmptyToken, refuseInvalidClaims, tokenError } from "./token-errors.ts";

export interface RestDeps {
  db: Database;
  gateway: GatewayDeps;
  api: ApiSettings;
  /** True for a request of the developer at this machine, who may read why a policy fails. */
  isOwners?: ((request: RequestHead, env: unknown) => boolean) | undefined;
  /** Logs the cause of a 500, which the response must not reveal. */
  logError: (error: unknown, request?: string) => void;
  /** Receives every read or write that a policy, a grant or a rule of the project refused. */
  logSecurityEvent?: (event: SecurityEvent) => void;
}

export interface RestRequest {
  head: RequestHead;
  /** Where Node's request is: see incomingOf. */
  env: unknown;
  /** `description` is the OpenAPI document. Null for a path that the API does not have. */
  target: RawRequest["target"] | "description" | null;
  /** Null for a body of more bytes. */
  readBody(most: number): Promise<Uint8Array | null>;
  /** Called when the request only waits for another one. */
  leavePlace?: () => void;
}

const BODY_LIMIT = 10 * 1024 * 1024;
/** The headers of every answer. They are part of it from the start, because adding them to a Response takes longer. */
const CORS = corsHeaders([
  "content-location",
  "content-profile",
  "location",
  "preference-applied",
  "range-unit",
]);

export class RestService {
  readonly #preparer: RequestPreparer;
  readonly #costs: CostCheck;
  readonly #shared = new SharedAnswers((caller, execution) => this.#execute(caller, execution));

  private constructor(
    private readonly deps: RestDeps,
    schema: SchemaCacheHolder,
  ) {
    this.#preparer = new RequestPreparer(schema, new TimeZones(deps.db), deps.api);
    this.#costs = new CostCheck(deps.db, deps.logError);
  }

  /** Listens on the channel `pgrst`, on which migrations announce schema changes. */
  static async open(deps: RestDeps): Promise<RestService> {
    const schema = new SchemaCacheHolder(deps.db, deps.api.schemas);
    const heard = (payload: string) => {
      if (payload === "" || payload.startsWith("reload")) schema.invalidate();
    };
    await deps.db.listen("pgrst", heard, () => schema.invalidate());
    return new RestService(deps, schema);
  }

  /** Never throws. */
  async answer(request: RestRequest): Promise<Sent> {
    const { head, env, target } = request;
    const timings = new Timings();
    let caller: Caller | undefined;
    try {
      if (target === null) throw unknownPath();
      caller = await this.#identify(head, env);
      timings.end("jwt");
      if (target === "description") return await this.#describe(head, caller);
      return await this.#run(request, target, caller, timings);
    } catch (error) {
      const failed = this.#failed(error, request, caller);
      return outageOf(error, failed.status, head.method, this.deps.db) ?? failed;
    }
  }

  async #run(
    { head: { method, url, headers }, readBody, leavePlace = () => {} }: RestRequest,
    target: RawRequest["target"],
    caller: Caller,
    timings: Timings,
  ): Promise<Sent> {
    const { api } = this.deps;
    const question = url.indexOf("?");
    const search = question < 0 ? "" : url.slice(question + 1);
    const carries = method === "POST" || method === "PATCH" || method === "PUT";
    const body = carries ? await bodyFrom(readBody, headers.get("content-type")) : NO_BODY;
    timings.end("parse");
    const raw: RawRequest = { method, target, search, headers, body };
    const { execution, schema, settings, timed } = await this.#preparer.prepare(raw);
    timings.end("plan");
    const asCaller = { ...caller, settings: { ...caller.settings, ...settings } };
    if (execution.costChecked) await this.#costs.refuseTooCostly(asCaller, execution.costChecked);
    const answer = await this.#shared.answer(execution, asCaller, settings, leavePlace);
    if (execution.statements.length > 0) timings.end("transaction");
    nameSchema(answer, schema, api);
    timings.end("response");
    if (timed) answer.headers["server-timing"] = timings.header;
    return sentFor(answer, headers.get("accept-encoding"), CORS);
  }

  async #execute(caller: Caller, { statements, readOnly }: Execution): Promise<Result[]> {
    if (statements.length === 0) return [];
    return retryDeadlocks(() => this.deps.db.run(caller, statements, !readOnly));
  }

  /** The caller of a request. Throws GatewayError, and RestError for tokens that only PostgREST refuses. */
  async #identify(head: RequestHead, env: unknown): Promise<Caller> {
    refuseEmptyToken(head.headers);
    const caller = await callerOf(head, this.deps.gateway, env);
    refuseInvalidClaims(caller.claims);
    return caller;
  }

  /**
   * The OpenAPI document, with the tables and functions of the caller. As on Supabase's platform, it requires the
   * secret key; the error is its gateway's.
   */
  async #describe(head: RequestHead, caller: Caller): Promise<Sent> {
    const { method, headers, url } = head;
    const { db, api } = this.deps;
    if (!(await this.#hasSecretKey(head, caller))) {
      const hint = "Only the `service_role` API key can be used for this endpoint.";
      return {
        status: 401,
        headers: { "content-type": "application/json", ...CORS },
        body: JSON.stringify({ message: "Invalid API key", hint }),
      };
    }
    if (method !== "GET" && method !== "HEAD") throw unknownMethod(method);
    requireOpenApi(headers.get("accept"));
    const { schema, cache } = await this.#preparer.schemaCacheFor(method, headers);
    const description = await readDescription(db, caller, schema);
    const document = openApiOf(cache, schema, description, new URL("/rest/v1", url));
    const answer: Answer = {
      status: 200,
      headers: { "content-type": "application/openapi+json; charset=utf-8" },
      body: method === "HEAD" ? null : JSON.stringify(document),
    };
    nameSchema(answer, schema, api);
    return sentFor(answer, headers.get("accept-encoding"), CORS);
  }

  /** True for the secret key as the API key or as the bearer token, which otherwise names the caller. */
  async #hasSecretKey(head: RequestHead, { role }: Caller): Promise<boolean> {
    if (role === "service_role") return true;
    const key = apiKeyOf(head);
    return key !== null && (await credentialClaims(key, this.deps.gateway)).role === "service_role";
  }

  /** A function of the project can raise a status or headers that HTTP does not have. */
  #failed(error: unknown, request: RestRequest, caller: Caller | undefined): Sent {
    const { head, env } = request;
    const failed = errorSent(head.method, this.#toRestError(error, request, caller));
    const problem = problemOf(failed);
    if (problem === null) return failed;
    this.deps.logError(problem, requestIdOf(env));
    return errorSent(head.method, internalError());
  }

  #toRestError(error: unknown, { head, env }: RestRequest, caller: Caller | undefined): RestError {
    const { logError, logSecurityEvent, isOwners, gateway } = this.deps;
    if (error instanceof RestError) return error;
    if (error instanceof GatewayError) return tokenError(error, head.headers);
    if (error instanceof DatabaseError) {
      const isSignedIn = caller !== undefined && caller.role !== "anon";
      const refused = fromDatabase(error, isSignedIn, isOwners?.(head, env) ?? false);
      if (isSecurityEvent(error.code))
        logSecurityEvent?.(securityEvent(head, env, error.code, caller, gateway));
      if (refused.status >= 500) logError(error, requestIdOf(env));
      return refused;
    }
    logError(error, requestIdOf(env));
    return internalError();
  }
}

const internalError = () => new RestError(500, "PGRSTX00", "Internal error");

/** Why an answer cannot be sent; null if it can. */
function problemOf({ status, headers }: Sent): unknown {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    return new RangeError(`${status} is not the status of an answer`);
  try {
    new Headers(headers);
    return null;
  } catch (error) {
    return error;
  }
}

async function bodyFrom(readBody: RestRequest["readBody"], contentType: string | null): Promise<Body> {
  const bytes = await readBody(BODY_LIMIT);
  if (!bytes) throw bodyTooLarge(BODY_LIMIT);
  return bodyOf(contentType, bytes);
}

/** Names the schema in the response if there are several to choose from. */
function nameSchema({ headers }: Answer, schema: string, { schemas }: ApiSettings): void {
  if (schemas.length > 1 && headers["content-type"] !== undefined) headers["content-profile"] = schema;
}

function errorSent(method: string, { status, body, headers, code }: RestError): Sent {
  return {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "proxy-status": `PostgREST; error=${code}`,
      ...headers,
      ...CORS,
    },
    body: method === "HEAD" ? null : JSON.stringify(body),
  };
}
