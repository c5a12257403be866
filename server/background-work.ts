/** What a host does besides answering requests: jobs, messages of auth, backups, housekeeping and reports. */
import type { Server } from "node:http";
import type { Backups } from "./backup/backups.ts";
import { newestBackup } from "./backup/backups-on-disk.ts";
import type { Carriers } from "./delivery/choose-carriers.ts";
import type { createDeliveryQueue } from "./delivery/delivery-queue.ts";
import { startExtensions } from "./extensions/extensions.ts";
import type { HostContext } from "./host-context.ts";
import type { HostSettings } from "./host-settings.ts";
import { startHousekeeper } from "./housekeeping/housekeeper.ts";
import { functionCaller, type Job, type JobDeps, startJobs } from "./jobs.ts";
import { type MachineFacts, type MachineSettings, readMachine } from "./monitoring/machine.ts";
import { startReporter } from "./monitoring/reporter.ts";

export interface BackgroundDeps {
  settings: HostSettings;
  context: HostContext;
  jobs: readonly Job[];
  queue: ReturnType<typeof createDeliveryQueue>;
  backups: Pick<Backups, "start">;
  /** The mail server as one URL; null if emails go to the outbox. */
  smtpUrl: string | null;
  mailServer: Carriers["mailServer"];
}

export interface BackgroundWork {
  /** Everything begins when the server listens, because jobs call its functions. `sockets`: the number of open ones. */
  begin(server: Server, sockets: () => number): void;
  /** Stops jobs, backups and housekeeping; resolves when none is running. */
  stopJobs(): Promise<void>;
  close(): Promise<void>;
}

export function backgroundWork({
  settings,
  context,
  jobs,
  queue,
  backups,
  smtpUrl,
  mailServer,
}: BackgroundDeps): BackgroundWork {
  const { database } = context;
  let stops: (() => Promise<void>)[] = [];
  let stopReporting = async () => {};
  const stopJobs = async () => void (await Promise.all(stops.map((stop) => stop())));
  return {
    begin(server, sockets) {
      server.once("listening", () => {
        const housekeeping = {
          database,
          dataDir: settings.dataDir,
          backupTo: settings.backupTo,
          log: settings.log,
        };
        stops = [
          startJobs(jobDeps(settings, context), jobs),
          backups.start(),
          startHousekeeper(housekeeping),
          startExtensions(extensionDeps(settings, context)),
        ];
        queue.start();
        const { reportHost } = settings;
        if (reportHost === undefined) return;
        const machine = { ...machineSettings(settings, context), smtpUrl };
        stopReporting = startReporter(
          {
            reportHost,
            database,
            readMachine: async () => {
              const facts = await readMachine(machine);
              mailServer?.verified(facts.mail.error);
              return facts;
            },
            current: currentFacts(machine, mailServer),
            sockets,
            log: settings.log,
          },
          server,
        );
      });
    },
    stopJobs,
    async close() {
      await Promise.all([stopJobs(), stopReporting(), queue.close()]);
    },
  };
}

function jobDeps({ ownUrl, log }: HostSettings, { database, gateway }: HostContext): JobDeps {
  return {
    database,
    callFunction: functionCaller(ownUrl, gateway.keys),
    failed: (job, error) => log(`job "${job.name}" failed`, error),
  };
}

function extensionDeps(
  { dataDir, databaseUrl, ownUrl, log }: HostSettings,
  { database, apiUrl, isOwners }: HostContext,
) {
  const isEmbedded = databaseUrl === undefined;
  return { database, dataDir, isEmbedded, ownUrl, apiUrl, onLoopback: isOwners !== undefined, log };
}

/** Between two looks at the machine: what the mail server said to the last email, and the newest backup. */
function currentFacts(
  { dataDir, backupTo }: MachineSettings,
  mailServer: Carriers["mailServer"],
): (machine: MachineFacts) => MachineFacts {
  let newest: number | null | undefined;
  let isLooking = false;
  const look = async () => {
    isLooking = true;
    newest = await newestBackup(dataDir, backupTo);
    isLooking = false;
  };
  return (machine) => {
    if (!isLooking) void look();
    return {
      ...machine,
      newest_backup_ms: newest === undefined ? machine.newest_backup_ms : newest,
      mail: { ...machine.mail, error: mailServer?.failure() ?? null },
    };
  };
}

function machineSettings(settings: HostSettings, { siteUrl, config }: HostContext) {
  return {
    dataDir: settings.dataDir,
    siteUrl,
    trustsProxies: settings.trustedProxies.length > 0,
    backupTo: settings.backupTo,
    sendsTexts: config.auth.sms.twilio?.enabled === true,
  };
}
