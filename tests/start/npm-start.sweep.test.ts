/** `npm start` without a demo, after interrupted starts, in the folder of another program, and after a club was started in the browser. */
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { freePort } from "../../tools/host/spawn-host.ts";
import { ended, expectOneLine, killLaunched, launch, serving, stopped } from "./launch.ts";

const folder = mkdtempSync(join(tmpdir(), "scoreline-npm-start-"));
chmodSync(folder, 0o755); // PostgreSQL's user must enter it when the tests run as root

afterAll(async () => {
  await killLaunched();
  rmSync(folder, { recursive: true, force: true });
});

describe("npm start", () => {
  const START = ["tools/start.mjs"];

  it("leaves nothing behind when the demo is interrupted, and never serves an incomplete one", async () => {
    const club = join(folder, "interrupted");
    const filling = () => readdirSync(folder).filter((name) => name.startsWith("interrupted.filling-"));
    const child = launch({ PORT: String(await freePort()), DATA_DIR: club }, { program: START });
    await expect.poll(() => filling().some((name) => existsSync(join(folder, name, "host.json")))).toBe(true);
    expect(await stopped(child)).not.toBe(0);
    expect([existsSync(club), filling()]).toEqual([false, []]);
  });

  it("starts an empty club with --empty after a killed demo and deletes no folder", async () => {
    const club = join(folder, "killed");
    const filling = () => readdirSync(folder).filter((name) => name.startsWith("killed.filling-"));
    const child = launch({ PORT: String(await freePort()), DATA_DIR: club }, { program: START });
    await expect.poll(() => filling().some((name) => existsSync(join(folder, name, "host.json")))).toBe(true);
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    const next = launch(
      { PORT: String(await freePort()), DATA_DIR: club },
      { program: [...START, "--empty"] },
    );
    await serving(next);
    expect(existsSync(join(club, "demo.json"))).toBe(false);
    expect(await stopped(next)).toBe(0);
    const [left = "", ...others] = filling();
    expect([left, others]).toEqual([expect.stringMatching(/^killed/), []]);
    // The host that filled it and its PostgreSQL end, because their parent is gone.
    await expect.poll(() => existsSync(join(folder, left, "database", "postmaster.pid"))).toBe(false);
  });

  it("does not change a folder that is not empty", async () => {
    const club = join(folder, "taken");
    mkdirSync(join(club, "storage"), { recursive: true });
    writeFileSync(join(club, "storage", "picture"), "kept");
    const child = launch({ PORT: String(await freePort()), DATA_DIR: club }, { program: START });
    await serving(child);
    await stopped(child);
    expect(readFileSync(join(club, "storage", "picture"), "utf8")).toBe("kept");
    expect(existsSync(join(club, "demo.json"))).toBe(false);
  });

  it("--empty keeps the time zone that was chosen in the browser, and prints no link afterwards", async () => {
    const data = join(folder, "paris");
    const env = { DATA_DIR: data, WEB_DIR: "build/web", PASSWORD_COST: "low" };
    const program = [...START, "--empty"];
    const PORT = String(await freePort());
    const first = launch({ ...env, PORT }, { program });
    const [, token] = /\/start#(\S+)/.exec(await serving(first, /\/start#\S+\n/)) ?? [];
    const answer = await fetch(`http://127.0.0.1:${PORT}/start-club/club`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        token,
        name: "Les Rouges",
        time_zone: "Europe/Paris",
        language: "fr",
        email: "nadia@club.test",
        password: "Kickoff1at3",
        data: { full_name: "Nadia", language: "fr" },
      }),
    });
    expect(answer.status).toBe(200);
    await stopped(first);
    const second = launch({ ...env, PORT }, { program });
    let printed = "";
    second.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk;
    });
    await serving(second);
    const config = await (await fetch(`http://127.0.0.1:${PORT}/config.json`)).json();
    expect(config).toMatchObject({ brand: "Les Rouges", time_zone: "Europe/Paris", language: "fr" });
    await stopped(second);
    expect(printed).not.toContain("/start#");
  });

  it("--empty starts without members, and takes the time zone from club.json until there are matches", async () => {
    const data = join(folder, "london");
    const CLUB_FILE = join(folder, "london.json");
    writeFileSync(CLUB_FILE, JSON.stringify({ brand: "London Scoreline Club", time_zone: "Europe/London" }));
    const PORT = String(await freePort());
    const child = launch(
      { PORT, DATA_DIR: data, CLUB_FILE, WEB_DIR: "build/web" },
      { program: [...START, "--empty"] },
    );
    const printed = await serving(child, /^ {2}http.*\/start#.*\n/m);
    expect(printed).toMatch(
      /Open this link in a browser to start it; it works once:\n {2}http:\/\/127\.0\.0\.1:\d+\/start#[\w-]{43}\n$/,
    );
    expect(existsSync(join(data, "demo.json"))).toBe(false);
    const { secret_key } = JSON.parse(readFileSync(join(data, "keys.json"), "utf8")) as {
      secret_key: string;
    };
    const post = async (path: string, body: object): Promise<unknown> => {
      const headers = {
        apikey: secret_key,
        "content-type": "application/json",
        prefer: "return=representation",
      };
      const answer = await fetch(`http://127.0.0.1:${PORT}/rest/v1/${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return answer.json();
    };
    await post("teams", [{ name: "Arsenal" }, { name: "Chelsea" }]);
    const match = {
      home_team_name: "Arsenal",
      away_team_name: "Chelsea",
      match_date: "2150-07-01",
      match_time: "15:00",
      league: "FA Cup",
    };
    expect(await post("matches", match)).toMatchObject([{ kickoff_at: "2150-07-01T14:00:00+00:00" }]);
    await stopped(child);
    expectOneLine(
      await ended(
        launch({ PORT: String(await freePort()), DATA_DIR: data }, { program: [...START, "--empty"] }),
      ),
      /time_zone.*after the first match was added/,
    );
  });
});
