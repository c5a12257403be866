/** The host serves any Supabase project: what it knows of the club is in server/club and server/main.ts. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const CLUB =
  /scoreline|\bclubs?\b|club_|_club|\bplayers?\b|football|predict|report_backup|report_host|link_preview|\bSL\d{3}\b/i;

/** Code, SQL and pages. Tests may use the club as their example. */
const files = readdirSync("server", { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.(ts|sql)$/.test(file) && !/^club[\\/]|^main\.ts$|\.(test|fixture)\.ts$/.test(file),
);

test("no file of the host names the club", () => {
  expect(files.length).toBeGreaterThan(250);
  const naming = files.flatMap((file) =>
    readFileSync(`server/${file}`, "utf8")
      .split("\n")
      .filter((line) => CLUB.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(naming).toEqual([]);
});

test("the words of the club are found in its own files", () => {
  expect(readFileSync("server/club/reports.ts", "utf8")).toMatch(CLUB);
});
