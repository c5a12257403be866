/** What a host's machine says about itself: disk, clocks, backups, mail server and public address. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { newestBackup } from "../backup/backups-on-disk.ts";
import { freeBytes } from "../database/embedded/disk/disk-guard.ts";
import { type UnusedHome, unusedHomes } from "../database/embedded/home/unused-homes.ts";
import { verifySmtp } from "../delivery/smtp.ts";
import { limitedFetch } from "../outgoing.ts";

const TIMEOUT_MS = 10_000;
const ask = limitedFetch({ timeMs: TIMEOUT_MS, bytes: 64 * 1024 });

export interface MachineSettings {
  dataDir: string;
  /** The application's public address. */
  siteUrl: string;
  /** TRUSTED_PROXIES is set. */
  trustsProxies: boolean;
  /** BACKUP_TO: a folder or s3://bucket/prefix. */
  backupTo: string | undefined;
  /** The mail server as one URL; null if emails go to the outbox. */
  smtpUrl: string | null;
  /** A carrier sends text messages. */
  sendsTexts: boolean;
}

/** Contains no secret: applications show it to their admins. */
export interface MachineFacts {
  data_folder: string;
  is_demo: boolean;
  /** Of the data folder's disk; null if the folder cannot be read. */
  free_bytes: number | null;
  unused_homes: UnusedHome[];
  /** As `newestBackup`. */
  newest_backup_ms: number | null;
  has_second_place: boolean;
  /** Whether a mail server is set, and why it refused a connection; null if it accepts. */
  mail: { is_set: boolean; error: string | null };
  sends_texts: boolean;
  address: {
    site_url: string;
    trusts_proxies: boolean;
    /** When the certificate of an https address ends, in ms since 1970; null for http. */
    certificate_ends_ms: number | null;
    /** Why the address did not answer; null if it did. */
    error: string | null;
    /** Its clock minus this machine's, in ms to the second; null if it did not answer. */
    clock_ms: number | null;
  };
}

/** Asks the mail server and the public address, ten seconds each at most. Never rejects. */
export async function readMachine(settings: MachineSettings): Promise<MachineFacts> {
  const { dataDir, siteUrl, backupTo, smtpUrl } = settings;
  const [free_bytes, newest_backup_ms, error, address] = await Promise.all([
    freeBytes(dataDir).catch(() => null),
    newestBackup(dataDir, backupTo),
    smtpUrl === null ? null : verifySmtp(smtpUrl, TIMEOUT_MS),
    askAddress(siteUrl),
  ]);
  return {
    data_folder: dataDir,
    is_demo: existsSync(join(dataDir, "demo.json")),
    free_bytes,
    unused_homes: unusedHomes(),
    newest_backup_ms,
    has_second_place: Boolean(backupTo),
    mail: { is_set: smtpUrl !== null, error },
    sends_texts: settings.sendsTexts,
    address: { site_url: siteUrl, trusts_proxies: settings.trustsProxies, ...address },
  };
}

type Answer = Pick<MachineFacts["address"], "certificate_ends_ms" | "error" | "clock_ms">;

async function askAddress(siteUrl: string): Promise<Answer> {
  const certificate_ends_ms = siteUrl.startsWith("https:") ? await certificateEnd(new URL(siteUrl)) : null;
  try {
    const answer = await ask(new URL("/healthz", siteUrl));
    const date = Date.parse(answer.headers.get("date") ?? "");
    const error = answer.ok ? null : `status ${answer.status}.`;
    return { certificate_ends_ms, error, clock_ms: Number.isNaN(date) ? null : date - Date.now() };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return { certificate_ends_ms, error: `${reason}.`, clock_ms: null };
  }
}

/** When the server's certificate ends in ms since 1970; null if it shows none. */
function certificateEnd({ hostname, port }: URL): Promise<number | null> {
  return new Promise((done) => {
    const socket = connectTls({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false, // an expired certificate is what this looks for
      timeout: TIMEOUT_MS,
    });
    const end = (value: number | null) => {
      socket.destroy();
      done(value);
    };
    socket.once("secureConnect", () => {
      const ends = Date.parse(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(ends) ? null : ends);
    });
    socket.once("error", () => end(null));
    socket.once("timeout", () => end(null));
  });
}
