/**
 * A test passes at any moment of the club's day. Whether a match of today has begun depends on the hour, so a test sets a match's
 * day and time from one instant, or sets its time too.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const NOW = String.raw`(?:now|clock_timestamp)\(\)[^,;]*`;
const TODAY = String.raw`(?:current_date|private\.club_today\(\)|${NOW}::date\b)(?!\s*[-+]\s*\S)`;
const TIME = String.raw`(?:localtime\b|${NOW}::time\b)`;

/** An SQL statement about matches, also in TypeScript. */
const STATEMENT = /\b(?:insert into|update) (?:public\.)?matches\b(?:(?!\$\$|[;`"]).)*/gs;

/** What a statement may not match, by name. */
const STATEMENTS: Readonly<Record<string, RegExp>> = {
  "today as a match's day, without its time": new RegExp(
    String.raw`^update(?!.*\bmatch_time\s*=).*\bmatch_date\s*=\s*\(*${TODAY}`,
    "s",
  ),
  "today as a new match's day, without its time": new RegExp(
    String.raw`^insert[^(]*\((?![^)]*\bmatch_time\b)[^)]*\bmatch_date\b.*${TODAY}`,
    "s",
  ),
  "the time of now as a match's time, without its day": new RegExp(
    String.raw`^update(?!.*\bmatch_date\s*=).*\bmatch_time\s*=\s*\(*${TIME}`,
    "s",
  ),
};

/** What a line of TypeScript may not match, by name. */
const LINES: Readonly<Record<string, RegExp>> = {
  "a day or time of now in UTC, which is not the club's (tests/club-time.ts)":
    /\bnew Date\((?:Date\.now\(\)[^()]*)?\)\s*\.toISOString\(\)\s*\.(?:slice|split|substring)\((?!0, 19\)\}Z)/,
  "hours of the machine's time zone": /\.[gs]etHours\(/,
  "today as a match's day, without its time": /\bmatch_date: daysFromNow\(0\)(?!.*\bmatch_time\b)/,
};
/** The day of a result may be today: completing a match needs no kick-off in the future. */
const RESULT = /\bstatus: "completed"/;

/** What is wrong with a test file, in words. */
function problemsOf(path: string, text: string): string[] {
  const lines = path.endsWith(".sql") ? [] : text.split("\n").filter((line) => !RESULT.test(line));
  const found = [
    ...(text.match(STATEMENT) ?? []).flatMap((sql) => matching(STATEMENTS, sql)),
    ...lines.flatMap((line) => matching(LINES, line)),
  ];
  return found.map((problem) => `${path}: ${problem}`);
}

function matching(patterns: Readonly<Record<string, RegExp>>, code: string): string[] {
  return Object.entries(patterns).flatMap(([name, pattern]) =>
    pattern.test(code) ? [`${name}: ${code}`] : [],
  );
}

const files = ["supabase", "server", "tests", "tools", "web"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /\.test\.(?:sql|tsx?)$|\.fixture\.ts$|^tests\/.*\.ts$/.test(path))
  .filter((path) => !path.endsWith("days-of-now.test.ts"));

it("no test depends on the hour", () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((path) => problemsOf(path, readFileSync(path, "utf8")))).toEqual([]);
});

it.each([
  "update public.matches set match_date = private.club_today(), round = 'Matchday 3' where id = (select one from today);",
  "insert into public.matches (home_team_name, match_date, league)\n  values ('Leeds', current_date, 'FA Cup');",
  "update matches set match_date = ((now() + interval '1 hour') at time zone 'Indian/Mauritius')::date;",
  "update matches set match_time = (now() + interval '1 hour')::time where id = one;",
])("refuses %s", (sql) => expect(problemsOf("a.test.sql", sql)).toHaveLength(1));

it.each([
  "const day = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);",
  "const time = new Date().toISOString().slice(11, 16);",
  "kickoff.setHours(kickoff.getHours() + 1);",
  'const match = { home: "Leeds", match_date: daysFromNow(0) };',
  "await db.query(`update public.matches set match_date = current_date where id = $1`);",
])("refuses %s", (code) => expect(problemsOf("a.test.ts", code)).toHaveLength(1));

it.each([
  "update public.matches set match_date = private.club_today(), match_time = '23:59' where id = one;",
  "update public.matches set match_date = local::date, match_time = local::time;",
  "update public.matches set match_date = current_date - 40; select give_subscription(ali, 'fa_cup', current_date);",
  "insert into public.matches (home_team_name, match_date) values ('Leeds', current_date + 2);",
  "update public.matches set completed_at = now() - interval '1 day';",
])("accepts %s", (sql) => expect(problemsOf("a.test.sql", sql)).toEqual([]));

it.each([
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code with a template
  "const kickoff = `${new Date(Date.now() + 60_000).toISOString().slice(0, 19)}Z`;",
  'const result = { status: "completed", home_score: 1, match_date: daysFromNow(0) };',
])("accepts %s", (code) => expect(problemsOf("a.test.ts", code)).toEqual([]));
