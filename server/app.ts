/** The table of contents: which service answers where. */
import { Hono } from "hono";
import { createAuth } from "./auth/auth.ts";
import type { AuthDeps } from "./auth/deps.ts";
import { createOutboxEndpoint } from "./delivery/outbox-endpoint.ts";
import { createOutboxPage } from "./delivery/outbox-page.ts";
import { createFunctions } from "./functions/functions.ts";
import { refuseWhenDatabaseDown } from "./gateway/database-down.ts";
import type { SecurityEvent } from "./gateway/security-events.ts";
import { createRest } from "./rest/rest.ts";
import type { StorageDeps } from "./storage/deps.ts";
import { createStorage } from "./storage/storage.ts";
import { createHealth } from "./web/health.ts";
import { onlyLoopback, onlyUrls, pageHeaders } from "./web/transport.ts";
import { createWeb, type WebDeps } from "./web/web.ts";

export interface AppDeps {
  auth: AuthDeps;
  /** Where the bytes of uploads lie, how many an upload may have, who caches and who transforms them. */
  storage: Pick<StorageDeps, "store" | "fileSizeLimit" | "cdn" | "images">;
  /** Where edge functions reach the host, without a trailing slash. */
  ownUrl: string;
  /** The mail server as one URL; null where mails land in the outbox, which functions reach through a door of their own. */
  smtpUrl: string | null;
  /** Broadcasts over HTTP. */
  realtime: Hono;
  web: WebDeps;
  /** Behind which token the outbox can be read; null: not at all. */
  outboxToken: string | null;
  /** A demo, which answers on its own machine only. */
  loopbackOnly: boolean;
  logError: (error: unknown) => void;
  logSecurityEvent: (event: SecurityEvent) => void;
}

/** The services that need the database. */
const SERVICES = "/:service{auth|functions|realtime|rest|storage}/v1/*";
/** What no service above has answered is no screen of the page either. */
const UNSERVED = "/:service{auth|functions|graphql|realtime|rest|storage}/v1/*";

export async function createApp({
  auth,
  storage,
  ownUrl,
  smtpUrl,
  realtime,
  web,
  outboxToken,
  loopbackOnly,
  logError,
  logSecurityEvent,
}: AppDeps): Promise<Hono> {
  const { database, gateway, config } = auth;
  const app = new Hono();
  app.use(onlyUrls());
  if (loopbackOnly) app.use(onlyLoopback());
  app.use(SERVICES, refuseWhenDatabaseDown(database));
  app.route("/", await createRest({ db: database, gateway, api: config.api, logError, logSecurityEvent }));
  app.route("/", createAuth(auth));
  const log = auth.log ? { log: auth.log } : {};
  app.route("/", await createStorage({ database, gateway, logSecurityEvent, ...storage, ...log }));
  app.route(
    "/",
    createFunctions({
      gateway,
      config,
      ownUrl,
      siteUrl: auth.siteUrl,
      settings: smtpUrl === null ? { OUTBOX_URL: `${ownUrl}/outbox` } : { SMTP_URL: smtpUrl },
      ...log,
    }),
  );
  app.route("/", realtime);
  app.route("/", createHealth(database));
  app.all(UNSERVED, (c) => c.json({ message: "no Route matched with those values" }, 404)); // Supabase's gateway's words
  if (smtpUrl === null)
    app.route("/", createOutboxEndpoint({ mail: auth.mail, secretKey: gateway.keys.secret_key }));
  app.use(pageHeaders(auth.siteUrl));
  if (outboxToken !== null) app.route("/", createOutboxPage({ database, token: outboxToken }));
  app.route("/", createWeb(web));
  return app;
}
