/** `npm run backup` and `npm run restore`: a club moves between the embedded PostgreSQL 18 and PostgreSQL 15 and back. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../supabase/database.types.ts";
import { freePort } from "../../tools/host/spawn-host.ts";
import { daysFromNow } from "../club-time.ts";
import { type Cluster, startCluster } from "../engines/postgres-cluster.ts";
import { type S3Server, startS3Server } from "../engines/s3-server.ts";
import { REALTIME } from "../realtime-options.ts";
import { ended, expectOneLine, killLaunched, launch, serving, stopped } from "./launch.ts";

const folder = mkdtempSync(join(tmpdir(), "scoreline-backup-"));
chmodSync(folder, 0o755); // PostgreSQL's user must enter it when the tests run as root
const inFolder = (name: string) => join(folder, name);
const backup = inFolder("club.tar.gz");
const PICTURE = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(300_000, "picture")]);

type Api = SupabaseClient<Database>;
type Env = Record<string, string>;
interface Running {
  url: string;
  secret: Api;
  visitor: () => Api;
  stop: () => Promise<number | null>;
}

let fifteen: Cluster;
let s3: S3Server;
let running: Running;
let session: { access_token: string; refresh_token: string };
const player = { email: "pia@example.com", password: "Correct1Horse" };
const league = "Friendly Club";

async function start(env: Env): Promise<Running> {
  const port = String(await freePort());
  const child = launch({ PORT: port, PASSWORD_COST: "low", BACKUPS: "0", ...env });
  await serving(child);
  const url = `http://127.0.0.1:${port}`;
  const keys = JSON.parse(readFileSync(join(env.DATA_DIR ?? "", "keys.json"), "utf8"));
  const client = (key: string): Api =>
    createClient<Database>(url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: REALTIME,
    });
  return {
    url,
    secret: client(keys.secret_key),
    visitor: () => client(keys.publishable_key),
    stop: () => stopped(child),
  };
}

/** Runs a command of package.json; its output. Fails if it does not succeed. */
async function command(name: "backup" | "restore", file: string, env: Env): Promise<string> {
  const child = launch(env, { program: [`build/commands/${name}.js`, file] });
  if (!child.stdout) throw new Error("no output");
  const [{ code, stderr }, printed] = await Promise.all([ended(child), text(child.stdout)]);
  expect(`${code} ${stderr}`).toBe("0 ");
  return printed;
}

/** The command fails with one line and changes nothing. */
async function expectRefusal(
  name: "backup" | "restore",
  file: string,
  env: Env,
  words: RegExp,
): Promise<void> {
  expectOneLine(await ended(launch(env, { program: [`build/commands/${name}.js`, file] })), words);
}

/** The lines of the tables: name, rows, hash, verdict. */
const tablesIn = (printed: string) => printed.split("\n").filter((line) => / rows /.test(line));

async function fill({ secret, visitor }: Running): Promise<void> {
  const made = await secret.auth.admin.createUser({
    ...player,
    email_confirm: true,
    user_metadata: { full_name: 'Pia Player\t\\N\n"Zoë" 🏆' },
  });
  expect(made.error).toBeNull();
  const user_id = made.data.user?.id ?? "";
  expect((await secret.from("teams").insert([{ name: "Arsenal" }, { name: "Chelsea" }])).error).toBeNull();
  const match_date = daysFromNow(2);
  const match = { home_team_name: "Arsenal", away_team_name: "Chelsea", league, match_date };
  const matches = await secret
    .from("matches")
    .insert([
      { ...match, match_time: "15:00" },
      { ...match, home_team_name: "Chelsea", away_team_name: "Arsenal", match_time: "17:00" },
    ])
    .select("id");
  expect(matches.error).toBeNull();
  const uploads = secret.storage.from("news-images");
  expect((await uploads.upload("news/first.png", PICTURE, { contentType: "image/png" })).error).toBeNull();
  const api = visitor();
  const signedIn = await api.auth.signInWithPassword(player);
  expect(signedIn.error).toBeNull();
  session = signedIn.data.session ?? session;
  const prediction = {
    user_id,
    match_id: matches.data?.[0]?.id ?? "",
    home_prediction: 2,
    away_prediction: 1,
  };
  expect((await api.from("user_predictions").insert(prediction)).error).toBeNull();
}

/** The password, the earlier session, the upload and the sequences work. */
async function expectWorkingClub({ visitor, secret }: Running): Promise<void> {
  const api = visitor();
  expect((await api.auth.getUser(session.access_token)).data.user?.email).toBe(player.email);
  expect((await visitor().auth.signInWithPassword(player)).error).toBeNull();
  const restored = await visitor().auth.setSession(session);
  expect(restored.error).toBeNull();
  const picture = await secret.storage.from("news-images").download("news/first.png");
  expect(Buffer.from(await (picture.data ?? new Blob()).arrayBuffer()).equals(PICTURE)).toBe(true);
  const open = await secret.from("matches").select("id").order("match_time", { ascending: false }).limit(1);
  const saved = await api.auth.signInWithPassword(player);
  const prediction = {
    user_id: saved.data.user?.id ?? "",
    match_id: open.data?.[0]?.id ?? "",
    home_prediction: 0,
    away_prediction: 3,
  };
  expect(
    (await api.from("user_predictions").upsert(prediction, { onConflict: "user_id,match_id" })).error,
  ).toBeNull();
}

beforeAll(async () => {
  [fifteen, s3, running] = await Promise.all([
    startCluster({ server: "debian" }),
    startS3Server(),
    start({ DATA_DIR: inFolder("first") }),
  ]);
  await fill(running);
});
afterAll(async () => {
  await killLaunched();
  await fifteen?.stop();
  await s3?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a backup", () => {
  it("of a running club is one file that only its owner can read", async () => {
    const printed = await command("backup", backup, { DATA_DIR: inFolder("first") });
    expect(printed).toMatch(/club\.tar\.gz: \d+ rows, 1 uploads/);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect(existsSync(`${backup}.partial`)).toBe(false);
    await expectRefusal("backup", backup, { DATA_DIR: inFolder("first") }, /exists already/);
    await expectRefusal("backup", inFolder("x"), { DATA_DIR: inFolder("none") }, /no database in/);
  });

  it("restores on PostgreSQL 15 with uploads in S3, and from there on 18 with equal hashes, and both clubs work", async () => {
    const other = {
      DATA_DIR: inFolder("other"),
      DATABASE_URL: fifteen.url("postgres"),
      STORAGE_BACKEND: "s3",
      STORAGE_S3_BUCKET: s3.bucket,
      STORAGE_S3_REGION: s3.keys.region,
      STORAGE_S3_ENDPOINT: s3.endpoint,
      STORAGE_S3_FORCE_PATH_STYLE: "true",
      AWS_ACCESS_KEY_ID: s3.keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
    };
    const moved = await command("restore", backup, other);
    expect([...s3.objects.values()]).toEqual([PICTURE]);
    expect(existsSync(inFolder("other/storage"))).toBe(false);
    await command("backup", inFolder("back.tar.gz"), other);
    const back = await command("restore", inFolder("back.tar.gz"), { DATA_DIR: inFolder("back") });
    expect(tablesIn(moved)).toContainEqual(
      expect.stringMatching(/^public\.user_predictions +1 rows .* equal$/),
    );
    expect(tablesIn(moved).every((line) => line.endsWith("  equal"))).toBe(true);
    expect(tablesIn(back)).toEqual(tablesIn(moved));
    for (const env of [other, { DATA_DIR: inFolder("back") }]) {
      const club = await start(env);
      await expectWorkingClub(club);
      expect(await club.stop()).toBe(0);
      expect(statSync(join(env.DATA_DIR, "keys.json")).mode & 0o777).toBe(0o600);
    }
  });

  it("of a stopped club contains the same tables", async () => {
    expect(await running.stop()).toBe(0);
    const printed = await command("backup", inFolder("stopped.tar.gz"), { DATA_DIR: inFolder("first") });
    expect(printed).toMatch(/stopped\.tar\.gz: \d+ rows, 1 uploads/);
  });
});

describe("a restore", () => {
  it("refuses damaged, truncated and unknown files before it changes anything", async () => {
    const target = { DATA_DIR: inFolder("untouched") };
    const bytes = readFileSync(backup);
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 255;
    writeFileSync(inFolder("damaged.tar.gz"), bytes);
    copyFileSync(backup, inFolder("short.tar.gz"));
    truncateSync(inFolder("short.tar.gz"), statSync(backup).size - 2000);
    writeFileSync(inFolder("other.tar.gz"), "no backup");
    for (const name of ["damaged", "short", "other"])
      await expectRefusal(
        "restore",
        inFolder(`${name}.tar.gz`),
        target,
        /damaged or not a backup|is damaged:/,
      );
    expect(existsSync(target.DATA_DIR)).toBe(false);
  });

  it("refuses a folder and a database that have something", async () => {
    await expectRefusal("restore", backup, { DATA_DIR: inFolder("back") }, /not empty: it has .*keys\.json/);
    const full = { DATA_DIR: inFolder("new"), DATABASE_URL: fifteen.url("postgres") };
    await expectRefusal(
      "restore",
      backup,
      full,
      /database is not empty: it has \d+ tables and functions, such as/,
    );
    expect(existsSync(join(full.DATA_DIR, "restore.json"))).toBe(false);
  });

  it("refuses a backup of a newer version", async () => {
    mkdirSync(inFolder("supabase/migrations"), { recursive: true });
    const target = { DATA_DIR: inFolder("older"), SUPABASE_DIR: inFolder("supabase") };
    await expectRefusal("restore", backup, target, /has migration \d+, which this version .* lacks\. Update/);
    expect(existsSync(target.DATA_DIR)).toBe(false);
  });

  it("that is killed leaves a folder that no host serves, and can be repeated", async () => {
    const admin = new pg.Client(fifteen.url("postgres"));
    await admin.connect();
    await admin.query("create database killed");
    await admin.end();
    const target = { DATA_DIR: inFolder("killed"), DATABASE_URL: fifteen.url("killed") };
    const child = launch(target, { program: ["build/commands/restore.js", inFolder("stopped.tar.gz")] });
    const gone = ended(child);
    await expect.poll(() => existsSync(inFolder("killed/restore.json")), { interval: 2 }).toBe(true);
    child.kill("SIGKILL");
    await gone;
    expectOneLine(await ended(launch({ ...target, PORT: "0" })), /restore into .* was not finished/);
    const repeated = await command("restore", inFolder("stopped.tar.gz"), target);
    expect(tablesIn(repeated).every((line) => line.endsWith("  equal"))).toBe(true);
    const club = await start(target);
    await expectWorkingClub(club);
    expect(await club.stop()).toBe(0);
  });
});

describe("an upgrade that fails", () => {
  it("leaves a club of DATABASE_URL to the earlier version, and a backup", async () => {
    const target = { DATA_DIR: inFolder("killed"), DATABASE_URL: fifteen.url("killed") };
    cpSync("supabase", inFolder("newer"), { recursive: true });
    writeFileSync(inFolder("newer/migrations/20990101000000_good.sql"), "create table public.good (id int)");
    writeFileSync(inFolder("newer/migrations/20990102000000_bad.sql"), "select nonsense");
    for (const _ of ["first", "repeated"]) {
      const failed = launch({ ...target, PORT: "0", SUPABASE_DIR: inFolder("newer") });
      expectOneLine(
        await ended(failed),
        /_bad\.sql failed and was rolled back: .* The database is unchanged: start the version that ran before, .* A backup .*before-upgrade-.*\.tar\.gz/,
      );
    }
    const [kept = "", ...others] = readdirSync(inFolder("killed/backups"));
    expect(others).toEqual([]);
    expect(statSync(join(inFolder("killed/backups"), kept)).mode & 0o777).toBe(0o600);
    const club = await start(target);
    await expectWorkingClub(club);
    expect(await club.stop()).toBe(0);
  });
});

it("BACKUP_TO must be a folder or a bucket with its settings", async () => {
  const club = { DATA_DIR: inFolder("other"), DATABASE_URL: fifteen.url("postgres"), PORT: "0" };
  const refused = async (to: string, words: RegExp) =>
    expectOneLine(await ended(launch({ ...club, BACKUP_TO: to })), words);
  await refused("ftp://example.com", /BACKUP_TO cannot be "ftp:/);
  await refused("s3://elsewhere/club", /BACKUP_TO=s3:\/\/elsewhere needs STORAGE_S3_REGION/);
});
