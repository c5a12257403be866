/** Mounts the services at their paths. */
import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import type { Application, DataApi } from "./application.ts";
import { createAuth } from "./auth/auth.ts";
import type { AuthDeps } from "./auth/deps.ts";
import { createOutboxEndpoint } from "./delivery/outbox-endpoint.ts";
import { createOutboxPage } from "./delivery/outbox-page.ts";
import { createFunctions } from "./functions/functions.ts";
import type { InstallPackages } from "./functions/modules/packages.ts";
import type { Fetch } from "./gateway/admission/admission.ts";
import { refuseWhenDatabaseDown } from "./gateway/database-down.ts";
import { createHealth } from "./gateway/health.ts";
import { createHostProof } from "./gateway/host-proof.ts";
import type { Lane } from "./gateway/http/listener.ts";
import type { SecurityEvent } from "./gateway/security-events.ts";
import { onlyLoopback, onlyOwnPages, onlyUrls, pageHeaders } from "./gateway/transport.ts";
import type { HostContext } from "./host-context.ts";
import { createLane } from "./rest/lane.ts";
import { RestService } from "./rest/rest.ts";
import { restRoutes } from "./rest/routes.ts";
import type { StorageDeps } from "./storage/endpoint.ts";
import { createStorage } from "./storage/storage.ts";

export interface AppDeps {
  context: HostContext;
  auth: AuthDeps;
  /** The store, the size limit of uploads, the CDN and the image renderer. */
  storage: Pick<StorageDeps, "store" | "fileSizeLimit" | "cdn" | "images">;
  /** The URL at which edge functions reach the host, without a trailing slash. */
  ownUrl: string;
  /** The mail server as one URL; null if emails go to the outbox, which functions use through its endpoint. */
  smtpUrl: string | null;
  install: InstallPackages;
  /** Broadcasts over HTTP; null if the service is disabled. */
  realtime: Hono | null;
  application: Application;
  /** The token that opens the outbox page; null disables the page. */
  outboxToken: string | null;
  /** Whether only requests that begin on this machine, and only those of the application's pages, are answered. */
  reach: { onlyHere: boolean; onlyOwnPages: boolean };
  logError: (error: unknown, request?: string) => void;
  logSecurityEvent: (event: SecurityEvent) => void;
}

/** The services that need the database. */
const SERVICES = "/:service{auth|functions|realtime|rest|storage}/v1/*";
/** Unknown API paths get 404 instead of the web page. */
const UNKNOWN_API_PATHS = "/:service{auth|functions|graphql|realtime|rest|storage}/v1/*";

export interface App {
  fetch: Fetch;
  /** Null if requests must be checked that do not reach Hono. */
  lane: Lane | null;
}

export async function createApp({
  context,
  auth,
  storage,
  ownUrl,
  smtpUrl,
  install,
  realtime,
  application,
  outboxToken,
  reach,
  logError,
  logSecurityEvent,
}: AppDeps): Promise<App> {
  const { database, gateway, config, siteUrl, apiUrl, isOwners, log: logFailure } = context;
  const guarded = (services: string) => {
    const app = new Hono();
    app.use(onlyUrls());
    if (reach.onlyHere) app.use(onlyLoopback());
    if (reach.onlyOwnPages) app.use(onlyOwnPages(siteUrl));
    app.use(services, refuseWhenDatabaseDown(database));
    return app;
  };
  const app = guarded(SERVICES);
  // Most requests are for the data API, so they are not looked up among the routes of all services.
  const rest = guarded("/rest/v1/*");
  // A disabled service has no routes, so its paths are unknown.
  const restDeps = { db: database, gateway, api: config.api, isOwners, logError, logSecurityEvent };
  const dataApi = config.api.enabled ? await RestService.open(restDeps) : null;
  if (dataApi) rest.route("/", restRoutes(dataApi));
  if (config.auth.enabled) app.route("/", createAuth(auth));
  if (application.endpoints) app.route("/", application.endpoints(auth));
  const log = logFailure ? { log: logFailure } : {};
  if (config.storage.enabled)
    app.route("/", await createStorage({ database, gateway, logSecurityEvent, ...storage, ...log }));
  const settings = () => ({
    ...application.functionVariables?.(),
    ...(smtpUrl === null ? { OUTBOX_URL: `${ownUrl}/outbox` } : { SMTP_URL: smtpUrl }),
  });
  if (config.edge_runtime.enabled) app.route("/", createFunctions({ ...context, ownUrl, settings, install }));
  if (realtime !== null) app.route("/", realtime);
  app.route("/", createHealth(database));
  app.route("/", createHostProof(gateway.keys.secret_key, ownUrl));
  app.all(UNKNOWN_API_PATHS, (c) => c.json({ message: "no Route matched with those values" }, 404)); // the message of Supabase's gateway
  if (smtpUrl === null)
    app.route("/", createOutboxEndpoint({ mail: auth.mail, secretKey: gateway.keys.secret_key }));
  app.use(pageHeaders(apiUrl));
  if (outboxToken !== null) app.route("/", createOutboxPage({ database, token: outboxToken }));
  const api: DataApi = async (request, env) => rest.fetch(request, env as object);
  if (application.page) app.route("/", application.page(dataApi ? api : null));
  if (!dataApi) return { fetch: (request, env) => app.fetch(request, env as object), lane: null };
  const isForAnyone = !reach.onlyHere && !reach.onlyOwnPages;
  return {
    fetch: (request, env) => (isRest(getPath(request)) ? rest : app).fetch(request, env as object),
    lane: isForAnyone ? createLane(dataApi, database) : null,
  };
}

function isRest(path: string): boolean {
  return path.startsWith("/rest/v1/") || path === "/rest/v1";
}
