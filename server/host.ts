/** Builds a host from its settings: database, keys, services. Used by `main.ts` and by tests. */

import type { RequestListener, Server } from "node:http";
import { join } from "node:path";
import { type App, type AppDeps, createApp } from "./app.ts";
import type { Application, OpenApplication } from "./application.ts";
import { type AuthDeps, needsConfirmation } from "./auth/deps.ts";
import { createPasswords } from "./auth/passwords/password-hashes.ts";
import { type BackgroundWork, backgroundWork } from "./background-work.ts";
import { openBackups } from "./backup/backups.ts";
import { refuseUnfinishedRestore } from "./backup/rows/unfinished.ts";
import { type Addresses, addressesOf } from "./config/addresses.ts";
import { type Config, loadConfig } from "./config/config.ts";
import { makeDataFolder } from "./database/data-folder.ts";
import type { Database } from "./database/database.ts";
import { migrate } from "./database/migrations/migrate.ts";
import { migrateSettings } from "./database/migrations/settings.ts";
import { StartError } from "./database/start-error.ts";
import { type Carriers, chooseCarriers } from "./delivery/choose-carriers.ts";
import { createDeliveryQueue } from "./delivery/delivery-queue.ts";
import { newOutboxToken } from "./delivery/outbox-page.ts";
import { loadTemplates } from "./delivery/templates.ts";
import { functionSockets } from "./functions/function-sockets.ts";
import { PATH as FUNCTIONS_PATH } from "./functions/functions.ts";
import { packageInstaller } from "./functions/modules/packages.ts";
import { createAddressReader } from "./gateway/address.ts";
import { Admission, withAdmission } from "./gateway/admission/admission.ts";
import { createClassify, readPriorities } from "./gateway/admission/request-class.ts";
import { limitOutageLog } from "./gateway/database-down.ts";
import { type TokenSecret, tokenSecretOf } from "./gateway/demo-keys.ts";
import { createListener } from "./gateway/http/listener.ts";
import { openKeys } from "./gateway/keys.ts";
import { requestIdOf } from "./gateway/request-ids.ts";
import { createTokens } from "./gateway/tokens.ts";
import { beginsOnThisMachine, isLoopback, isOwnersRequest, isOwnPage } from "./gateway/transport.ts";
import { serveUpgrades } from "./gateway/upgrades.ts";
import type { HostContext } from "./host-context.ts";
import type { HostSettings } from "./host-settings.ts";
import { readJobs } from "./jobs.ts";
import { type ProjectMetric, readProjectMetrics } from "./monitoring/project-metrics.ts";
import { createRealtime, type Realtime, type Sockets } from "./realtime/realtime.ts";
import { closeParts } from "./stop.ts";
import { cdnOf } from "./storage/cdn.ts";
import { createSharpRenderer } from "./storage/images/sharp-renderer.ts";
import { syncConfiguredBuckets } from "./storage/objects/configured-buckets.ts";
import type { ObjectStore } from "./storage/stores/object-store.ts";
import { openStore } from "./storage/stores/open-store.ts";

export interface Host<Opened extends Application = Application> {
  /** The app behind its admission queue, for the HTTP server. */
  listener: RequestListener;
  database: Database;
  config: Config;
  addresses: Addresses;
  /** True if the host accepts the CLI's demo keys, and requests of this machine only. */
  acceptsDemoKeys: boolean;
  application: Opened;
  /** Versions of the migrations that this start applied. */
  migrated: readonly string[];
  /** What `SUPABASE_DIR/metrics.json` reads from the database. */
  projectMetrics: readonly ProjectMetric[];
  /** The URL of the outbox page, or null if it is disabled. */
  outboxUrl: string | null;
  /** True if config.toml asks for confirmed addresses and no message would reach one. */
  skipsConfirmation: boolean;
  /**
   * Serves web sockets on the HTTP server of `listener` and starts the jobs when it listens. The result closes the sockets.
   */
  attach(server: Server): Promise<Pick<Sockets, "size" | "close">>;
  /**
   * Stops the jobs and resolves when none is running. Call it before the server closes, because jobs call its
   * functions.
   */
  stopJobs(): Promise<void>;
  close(): Promise<void>;
}

/** Throws StartError or ConfigError, whose message says what to do. */
export async function openHost<Opened extends Application>(
  given: HostSettings,
  openApplication: OpenApplication<Opened>,
): Promise<Host<Opened>> {
  const database = await given.database;
  const settings = { ...given, log: limitOutageLog(given.log, database) };
  const { dataDir, supabaseDir, log } = settings;
  try {
    prepareDataFolder(dataDir);
    const config = loadConfig(supabaseDir, settings.environment);
    const jobs = readJobs(supabaseDir);
    const addresses = addressesOf(config, settings);
    const onLoopback = isOnLoopback(settings, addresses);
    refuseCheapPasswords(settings, onLoopback);
    const store = await openStore(settings.storage, dataDir);
    const backups = await openBackups(settings, database, store);
    const backUp = backups.beforeUpgrade;
    const migrated = await migrate(database, supabaseDir, { ...migrateSettings(config), backUp });
    if (config.storage.enabled) await syncConfiguredBuckets(database, config.storage.buckets);
    const carriers = orStartError(() => chooseCarriers(config, database, settings.smtpUrl));
    const validSeconds = config.auth.email.otp_expiry;
    const { smtpUrl, mailServer } = carriers;
    const queue = createDeliveryQueue({ database, ...carriers, validSeconds, log });
    const tokenSecret = secretOf(settings, config, onLoopback);
    const context = await hostContext(settings, config, addresses, tokenSecret);
    const application = await openApplication(context, { onLoopback });
    const auth = { ...authDeps(context, settings, queue), messageHooks: application.messages };
    const { isPublic } = tokenSecret;
    const reach = { onlyHere: application.onlyHere === true || isPublic, onlyOwnPages: isPublic };
    const outboxToken = onLoopback && showsOutbox(config, auth) ? newOutboxToken() : null;
    const realtime = realtimeOf(context, reach, log);
    const app = await createApp({
      context,
      auth,
      storage: storageDeps(settings, config, store),
      ownUrl: settings.ownUrl,
      smtpUrl,
      install: packageInstaller(join(dataDir, "function-packages")),
      realtime: realtime?.app ?? null,
      application,
      outboxToken,
      reach,
      logError: (error, request) => log("request failed", error, request),
      logSecurityEvent: settings.logSecurityEvent,
    });
    const work = backgroundWork({ settings, context, jobs, queue, backups, smtpUrl, mailServer });
    return {
      listener: listenerOf(app, supabaseDir, context),
      database,
      config,
      addresses,
      acceptsDemoKeys: tokenSecret.isPublic,
      application,
      migrated,
      projectMetrics: readProjectMetrics(supabaseDir),
      skipsConfirmation: config.auth.email.enable_confirmations && !needsConfirmation(auth, "email"),
      outboxUrl: outboxToken === null ? null : `${addresses.apiUrl}/outbox?token=${outboxToken}`,
      attach: (server) => attach(server, realtime, config.edge_runtime.enabled, work),
      stopJobs: work.stopJobs,
      close: () => closeParts(work, carriers, database),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function attach(
  server: Server,
  realtime: Realtime | null,
  hasFunctions: boolean,
  work: BackgroundWork,
): ReturnType<Host["attach"]> {
  let sockets: Sockets | null = null;
  work.begin(server, () => sockets?.size ?? 0);
  sockets = (await realtime?.open()) ?? null;
  const ofFunctions = hasFunctions ? functionSockets(server, FUNCTIONS_PATH) : null;
  serveUpgrades(
    server,
    [sockets, ofFunctions].filter((service) => service !== null),
  );
  return {
    get size() {
      return sockets?.size ?? 0;
    },
    async close() {
      ofFunctions?.close();
      await sockets?.close();
    },
  };
}

/** A host shows what it cannot deliver. */
function showsOutbox({ inbucket, local_smtp }: Config, { mail, sms }: AuthDeps): boolean {
  return inbucket.enabled && local_smtp.enabled && !(mail.delivers && sms.delivers);
}

function prepareDataFolder(dataDir: string): void {
  makeDataFolder(dataDir); // with DATABASE_URL the folder contains only the keys
  refuseUnfinishedRestore(dataDir);
}

/** Null if the service is disabled. */
function realtimeOf(
  { database, gateway, config, siteUrl }: HostContext,
  { onlyHere, onlyOwnPages }: AppDeps["reach"],
  log: HostSettings["log"],
): Realtime | null {
  if (!config.realtime.enabled) return null;
  return createRealtime({
    database,
    gateway,
    isAllowed: (request) =>
      (!onlyHere || beginsOnThisMachine(request)) &&
      (!onlyOwnPages || isOwnPage(request.headers.origin, siteUrl)),
    log,
  });
}

function listenerOf(
  { fetch, lane }: App,
  supabaseDir: string,
  { gateway, log }: HostContext,
): RequestListener {
  const classify = createClassify(orStartError(() => readPriorities(supabaseDir)));
  const admission = new Admission({ classify, gateway });
  return createListener(withAdmission(fetch, admission), admission, lane, (error, env) =>
    log?.("answer not sent", error, requestIdOf(env)),
  );
}

async function hostContext(
  settings: HostSettings,
  config: Config,
  addresses: Addresses,
  tokenSecret: TokenSecret,
): Promise<HostContext> {
  const keys = await openKeys(settings.dataDir);
  return {
    database: await settings.database,
    config,
    ...addresses,
    gateway: {
      keys,
      tokens: await createTokens([...config.signingKeys, ...keys.signing_keys], tokenSecret),
      address: orStartError(() => createAddressReader(settings.trustedProxies)),
    },
    log: settings.log,
    ...(isOnLoopback(settings, addresses) && settings.trustedProxies.length === 0
      ? { isOwners: isOwnersRequest }
      : {}),
  };
}

function authDeps(
  context: HostContext,
  { passwordCost = "full", confirm = "when_delivered" }: HostSettings,
  { mail, sms }: Pick<Carriers, "mail" | "sms">,
): AuthDeps {
  const templates = loadTemplates(context.config);
  return { ...context, mail, sms, templates, passwords: createPasswords(passwordCost), confirm };
}

function storageDeps({ storage, log }: HostSettings, config: Config, store: ObjectStore): AppDeps["storage"] {
  const unavailable = (error: unknown) =>
    log("sharp cannot be loaded: image transformation is unavailable", error);
  return {
    store,
    fileSizeLimit: config.storage.file_size_limit,
    cdn: cdnOf(storage, config.project_id),
    images: config.storage.image_transformation.enabled ? createSharpRenderer(unavailable) : null,
  };
}

/** True if neither the listening address nor a public one of the host is for other machines. */
function isOnLoopback({ hostname, siteUrl }: HostSettings, { apiUrl }: Addresses): boolean {
  const publicUrls = [apiUrl, ...(siteUrl === undefined ? [] : [siteUrl])];
  return isLoopback(hostname) && publicUrls.every((url) => isLoopback(new URL(url).hostname));
}

function secretOf(
  { demoKeys = "off", trustedProxies }: HostSettings,
  { auth, signingKeys, signsWithSecret }: Config,
  onLoopback: boolean,
): TokenSecret {
  return tokenSecretOf({
    secret: auth.jwt_secret,
    signsWithSecret,
    hasSigningKeys: signingKeys.length > 0,
    demoKeys,
    onLoopback,
    behindProxy: trustedProxies.length > 0,
  });
}

function refuseCheapPasswords({ passwordCost }: HostSettings, onLoopback: boolean): void {
  if (passwordCost !== "low" || onLoopback) return;
  throw new StartError(
    "PASSWORD_COST=low is for tests: leave it out, or set HOST and SITE_URL to this machine.",
  );
}

/** Reports an invalid setting to the owner in one line without a stack. */
function orStartError<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}
