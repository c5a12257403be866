/** Serves /rest/v1: tables, views and functions of the exposed schemas, with PostgREST's API. */
import { type Context, Hono } from "hono";
import { type Caller, type Database, DatabaseError } from "../database/database.ts";
import { readBytes } from "../gateway/bodies/body.ts";
import { apiKeyOf, callerOf, credentialClaims, type GatewayDeps } from "../gateway/caller.ts";
import { corsHeaders, preflightAnswer } from "../gateway/cors.ts";
import { GatewayError } from "../gateway/errors.ts";
import { requestIdOf } from "../gateway/request-ids.ts";
import { isSecurityEvent, type SecurityEvent, securityEvent } from "../gateway/security-events.ts";
import { fromDatabase } from "./database-errors.ts";
import { type ApiSettings, RequestPreparer } from "./endpoints/prepare.ts";
import { bodyTooLarge, RestError, unknownMethod, unknownPath } from "./errors.ts";
import { CostCheck } from "./query/cost.ts";
import type { RawRequest } from "./request/api-request.ts";
import { bodyOf, NO_BODY } from "./request/body.ts";
import { requireOpenApi } from "./request/media-type.ts";
import type { Answer } from "./response/answer.ts";
import { openApiOf } from "./response/openapi.ts";
import { respond } from "./response/respond.ts";
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
  isOwners?: ((c: Context) => boolean) | undefined;
  /** Logs the cause of a 500, which the response must not reveal. */
  logError: (error: unknown, request?: string) => void;
  /** Receives every read or write that a policy, a grant or a rule of the project refused. */
  logSecurityEvent?: (event: SecurityEvent) => void;
}

type Env = { Variables: { caller: Caller } };

const BODY_LIMIT = 10 * 1024 * 1024;
/** The headers of every answer. They are part of it from the start, because adding them to a Response takes longer. */
const CORS = corsHeaders([
  "content-location",
  "content-profile",
  "location",
  "preference-applied",
  "range-unit",
]);

/** Mount it at the root. Listens on the channel `pgrst`, on which migrations announce schema changes. */
export async function createRest(deps: RestDeps): Promise<Hono<Env>> {
  const schema = new SchemaCacheHolder(deps.db, deps.api.schemas);
  const preparer = new RequestPreparer(schema, new TimeZones(deps.db), deps.api);
  const costs = new CostCheck(deps.db, deps.logError);
  const heard = (payload: string) => {
    if (payload === "" || payload.startsWith("reload")) schema.invalidate();
  };
  await deps.db.listen("pgrst", heard, () => schema.invalidate());
  const app = new Hono<Env>().basePath("/rest/v1");
  app.options("*", async (c, next) => preflightAnswer(c) ?? next());
  app.all("/rpc/:name", (c) => serve(c, deps, preparer, costs, "function"));
  app.all("/:name", (c) => serve(c, deps, preparer, costs, "table"));
  app.all("*", (c) => {
    if (/^\/rest\/v1\/?$/.test(c.req.path)) return serveOpenApi(c, deps, preparer);
    throw unknownPath();
  });
  app.onError((error, c) => errorResponse(c, toRestError(error, deps, c)));
  return app;
}

async function serve(
  c: Context<Env>,
  deps: RestDeps,
  preparer: RequestPreparer,
  costs: CostCheck,
  kind: RawRequest["target"]["kind"],
): Promise<Response> {
  const { raw: request, method } = c.req;
  const timings = new Timings();
  const caller = await identify(c, deps);
  timings.end("jwt");
  const { url, headers } = request;
  const question = url.indexOf("?");
  const search = question < 0 ? "" : url.slice(question + 1);
  const carries = method === "POST" || method === "PATCH" || method === "PUT";
  const body = carries ? bodyOf(headers.get("content-type"), await readBody(request)) : NO_BODY;
  timings.end("parse");
  const { execution, schema, settings, timed } = await preparer.prepare({
    method,
    target: { kind, name: c.req.param("name") ?? "" },
    search,
    headers,
    body,
  });
  timings.end("plan");
  const { db } = deps;
  const asCaller = { ...caller, settings: { ...caller.settings, ...settings } };
  if (execution.costChecked) await costs.refuseTooCostly(asCaller, execution.costChecked);
  const { statements, readOnly } = execution;
  const results =
    statements.length === 0 ? [] : await retryDeadlocks(() => db.run(asCaller, statements, !readOnly));
  if (statements.length > 0) timings.end("transaction");
  const answer = execution.answer(results);
  nameSchema(answer, schema, deps.api);
  const response = await respond(answer, headers.get("accept-encoding"), CORS);
  timings.end("response");
  if (timed) response.headers.set("server-timing", timings.header);
  return response;
}

/** The caller of a request. Throws GatewayError, and RestError for tokens that only PostgREST refuses. */
async function identify(c: Context<Env>, { gateway }: RestDeps): Promise<Caller> {
  const { raw: request } = c.req;
  refuseEmptyToken(request.headers);
  const caller = await callerOf(request, gateway, c.env);
  refuseInvalidClaims(caller.claims);
  c.set("caller", caller);
  return caller;
}

/** Names the schema in the response if there are several to choose from. */
function nameSchema({ headers }: Answer, schema: string, { schemas }: RestDeps["api"]): void {
  if (schemas.length > 1 && headers["content-type"] !== undefined) headers["content-profile"] = schema;
}

/**
 * Serves the OpenAPI document, with the tables and functions of the caller. As on Supabase's platform, it requires the
 * secret key; the error is its gateway's.
 */
async function serveOpenApi(c: Context<Env>, deps: RestDeps, preparer: RequestPreparer): Promise<Response> {
  const { raw: request, method } = c.req;
  const caller = await identify(c, deps);
  if (!(await hasSecretKey(request, caller, deps.gateway))) {
    const hint = "Only the `service_role` API key can be used for this endpoint.";
    return c.json({ message: "Invalid API key", hint }, 401, CORS);
  }
  if (method !== "GET" && method !== "HEAD") throw unknownMethod(method);
  requireOpenApi(request.headers.get("accept"));
  const { schema, cache } = await preparer.schemaCacheFor(method, request.headers);
  const description = await readDescription(deps.db, caller, schema);
  const document = openApiOf(cache, schema, description, new URL("/rest/v1", request.url));
  const body = method === "HEAD" ? null : JSON.stringify(document);
  const headers = { "content-type": "application/openapi+json; charset=utf-8" };
  const answer: Answer = { status: 200, headers, body };
  nameSchema(answer, schema, deps.api);
  return respond(answer, request.headers.get("accept-encoding"), CORS);
}

/** True for the secret key as the API key or as the bearer token, which otherwise names the caller. */
async function hasSecretKey(request: Request, { role }: Caller, gateway: GatewayDeps): Promise<boolean> {
  if (role === "service_role") return true;
  const key = apiKeyOf(request);
  return key !== null && (await credentialClaims(key, gateway)).role === "service_role";
}

async function readBody(request: Request): Promise<Uint8Array> {
  const bytes = await readBytes(request, BODY_LIMIT);
  if (!bytes) throw bodyTooLarge(BODY_LIMIT);
  return bytes;
}

function toRestError(error: unknown, deps: RestDeps, c: Context<Env>): RestError {
  const { logError } = deps;
  const caller: Caller | undefined = c.get("caller");
  if (error instanceof RestError) return error;
  if (error instanceof GatewayError) return tokenError(error, c.req.raw.headers);
  if (error instanceof DatabaseError) {
    const refused = fromDatabase(
      error,
      caller !== undefined && caller.role !== "anon",
      deps.isOwners?.(c) ?? false,
    );
    if (isSecurityEvent(error.code))
      deps.logSecurityEvent?.(securityEvent(c, error.code, caller, deps.gateway));
    if (refused.status >= 500) logError(error, requestIdOf(c.env));
    return refused;
  }
  logError(error, requestIdOf(c.env));
  return new RestError(500, "PGRSTX00", "Internal error");
}

function errorResponse(c: Context<Env>, { status, body, headers, code }: RestError): Response {
  return new Response(c.req.method === "HEAD" ? null : JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "proxy-status": `PostgREST; error=${code}`,
      ...headers,
      ...CORS,
    },
  });
}
