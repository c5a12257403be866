/** The size of what a phone loads before Home is usable, measured on the build. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  assets,
  chunk,
  entryFile,
  filesOfPage,
  homeScripts,
  page,
  weigh,
  withImports,
} from "./built-page.ts";

/** KiB of JavaScript. The libraries take 71 of them. */
const limits = { usable: 100, complete: 111, afterwards: 60 };

describe("the built page", () => {
  const entry = entryFile();

  const weighAll = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + weigh(file), 0);
  const listed = (files: Iterable<string>) => [...files].map((file) => `${file} ${weigh(file)}`).join(", ");

  it("loads less than 100 KiB of JavaScript before Home is usable, for visitors and members", () => {
    const files = homeScripts();
    expect(files.size).toBeGreaterThan(3);
    expect(weighAll(files), listed(files)).toBeLessThan(limits.usable * 1024);
  });

  it("loads less than 111 KiB in seven files until Home has no placeholder", () => {
    const files = withImports(chunk("home-more"), homeScripts());
    expect(weighAll(files), listed(files)).toBeLessThan(limits.complete * 1024);
    expect(files.size, listed(files)).toBeLessThanOrEqual(7);
  });

  it("loads less than 60 KiB in four files after that: the rest of the frame, live updates and sign-in", () => {
    const before = withImports(chunk("home-more"), homeScripts());
    const files = withImports(chunk("auth-client"), withImports(chunk("idle-parts")));
    const added = [...files].filter((file) => !before.has(file));
    expect(weighAll(added), listed(added)).toBeLessThan(limits.afterwards * 1024);
    expect(added.length, listed(added)).toBeLessThanOrEqual(4);
  });

  it("preloads what Home, Matches and the leaderboard import, so that no file waits for another", () => {
    const files: { preload?: string; path?: string }[] = JSON.parse(
      /const files = (\[.*?\]);/.exec(readFileSync(join(page, "index.html"), "utf8"))?.[1] ?? "[]",
    );
    for (const [path, name] of [
      ["/", "home-page"],
      ["/", "home-more"],
      ["/matches", "matches-page"],
      ["/leaderboard", "leaderboard-page"],
    ] as const) {
      const preloaded = files.filter((file) => (file.path ?? path) === path).map(({ preload }) => preload);
      const needed = [...withImports(chunk(name), withImports(entry ?? ""))];
      expect(needed.filter((file) => !preloaded.includes(`/assets/${file}`))).toEqual([]);
    }
  });

  it("loads no admin code for a player", () => {
    const players = ["home-page", "matches-page", "leaderboard-page", "profile-page", "subscriptions-page"];
    const adminChunks = filesOfPage().filter((file) =>
      /^(?:manage-matches|codes-panel)[\w-]*\.js$/.test(file),
    );
    expect(adminChunks.length).toBeGreaterThan(0);
    const loaded = players.flatMap((name) => [...withImports(chunk(name), withImports(entry ?? ""))]);
    expect(adminChunks.filter((file) => loaded.includes(file))).toEqual([]);
  });

  it("loads one stylesheet for a player", () => {
    const sheets = filesOfPage().filter((file) => file.endsWith(".css"));
    const admins =
      /^(?:[\w-]+-panel|admin|dashboard-page|shown-game|enter-results-page|import-dialog|live-scores-page|long-operation|match-list|merge-teams-dialog|subscriptions-dialog|add-members-dialog|merge-members-dialog|match-queries|duplicates|results|remind-button|payer-field|payment-rules|sell-subscriptions)-[\w-]{7}\.css$/;
    expect(sheets.filter((file) => !admins.test(file))).toEqual([expect.stringMatching(/^styles-/)]);
  });

  it("loads live updates, toasts, charts and auth-js after the first page", () => {
    const first = [...withImports(chunk("home-more"), homeScripts())].join(" ");
    for (const late of ["idle-parts", "shared-connection", "auth-client", "chart"])
      expect(first).not.toContain(late);
    const code = [...homeScripts()].map((file) => readFileSync(join(assets, file), "utf8")).join();
    expect(code).not.toContain("detectSessionInUrl");
  });

  it("loads the upload in chunks only with a large picture", () => {
    const [library = ""] = filesOfPage().filter(
      (file) => file.endsWith(".js") && readFileSync(join(assets, file), "utf8").includes("Upload-Offset"),
    );
    expect(library).not.toBe("");
    expect([...withImports(chunk("news-panel"))]).not.toContain(library);
  });

  it("loads the leaderboard without the player sheet", () => {
    const table = [...withImports(chunk("leaderboard-page"), withImports(entry ?? ""))];
    expect(table.filter((file) => /^(?:chart|dialog|player-sheet)-/.test(file))).toEqual([]);
    expect(filesOfPage().filter((file) => /^player-sheet-[\w-]{7}\.js$/.test(file))).toHaveLength(1);
  });
});
