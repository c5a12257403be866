/**
 * The aims of all benches, each stated here only: docs/performance.md has the same table (`npm run generate`), and a bench ends with 1
 * if it misses one of its aims or does not judge it. `today` is what was measured last on two cores, `isMet` whether that was enough. An
 * aim that is missed stays, until a record in docs/decisions gives it up.
 */
export interface Aim {
  /** What is measured, in the words of the table. */
  what: string;
  limit: number;
  /** The limit is the least value, not the largest. */
  isLeast?: boolean;
  /** "times" for a ratio to something that was measured in turns in the same run. */
  unit: string;
  today: string;
  isMet: boolean;
}

const most = (limit: number, unit: string, what: string, today: string, isMet: boolean): Aim => ({
  what,
  limit,
  unit,
  today,
  isMet,
});
const least = (...aim: Parameters<typeof most>): Aim => ({ ...most(...aim), isLeast: true });

export const AIMS = {
  start: {
    npmStart: most(
      15,
      "s",
      "the first `npm start`, with packages and without a build",
      "16.2 to 27.1",
      false,
    ),
    first: most(2500, "ms", "the first start of an empty club", "2,270 to 4,415", false),
    second: most(1000, "ms", "its next start", "361 to 1,017", true),
    memory: most(120, "MB", "a club at rest, host and PostgreSQL together", "117 to 129", false),
  },
  "admin-actions": {
    p99: most(
      100,
      "ms",
      "the 99th percentile of members' requests during each act of an organiser",
      "22 to 1,511",
      false,
    ),
  },
  "change-points": {
    complete: most(3, "times", "completing a match, of its scoring update", "1.2 to 2.3", true),
    later: most(2, "s", "until the leaderboards follow", "0.1 to 0.6", true),
    correct: most(2, "times", "correcting a result, of its completion", "0.6 to 1.0", true),
    undoCorrection: most(2, "times", "undoing a correction, of the completion", "0.7 to 1.1", true),
    reopen: most(2, "times", "reopening a match, of its completion", "5.5 to 10", false),
    delete: most(2, "times", "deleting a match, of its completion", "9.3 to 20", false),
    undoDeletion: most(2, "times", "undoing a deletion, of the completion", "12 to 30", false),
    recalculate: most(2, "times", "recalculating all points, of the bare update", "1.9 to 2.2", false),
    clear: most(2, "times", "clearing all points, of the bare update", "1.8 to 2.6", false),
  },
  leaderboard: {
    ratio: most(1.2, "times", "a read of 100,000 members, of the same read of 1,000", "0.9 to 1.5", false),
    read: most(1, "ms", "a read or a search of 100,000 members", "0.03 to 0.8", true),
    export: most(3, "s", "exporting 100,000 members", "2.8 to 3.1", false),
  },
  "group-leaderboard": {
    page: most(10, "ms", "a page of a group of 500", "6.2 to 7.0", true),
    reads: most(
      1.5,
      "times",
      "the last five and the crowd of a group without their first 0.5 ms, of those of the club",
      "0 to 0.2",
      true,
    ),
    winners: most(40, "ms", "the winners of a group that counts from joining", "22", true),
    seasonWinners: most(30, "ms", "the winners of a group that counts the whole season", "32", false),
  },
  "matchday-leaderboard": {
    ratio: most(1.5, "times", "a page with 20 matchdays, of the same with one", "1.0 to 1.5", true),
  },
  "profile-view": {
    view: most(1, "s", "the rank over time after a deletion, and the next view", "0.03 to 0.6", true),
    result: most(1.5, "times", "a result beside a view or its job, of a result alone", "0.9", true),
  },
  dashboard: {
    call: most(1, "s", "the slowest call of each tab, the first included", "1.2", false),
    tab: most(
      1,
      "s",
      "each tab in the browser, until it shows no placeholder",
      "0.2 to 2.2, Health 3.2",
      false,
    ),
  },
  rest: {
    read: least(0.5, "times", "reads a second, of bare node:http with the same SQL", "0.51 to 0.99", true),
    call: least(0.5, "times", "a member's own calls a second, of the same floor", "0.36 to 0.75", false),
    shared: least(0.85, "times", "calls that are equal for all, of the same floor", "1.16 to 1.97", true),
    save: least(0.85, "times", "durable saves a second, of the same floor", "0.70 to 1.20", true),
  },
  "sign-in": {
    steady: least(0.9, "times", "sign-ins a second, of the bare password hashes", "0.5 to 0.9", false),
    reader: most(3, "times", "a reader's 99th percentile beside sign-ins, of that without", "1.7", true),
    burst: most(1.25, "times", "300 sign-ins at once, of the bare hashes", "1.4 to 2.3", false),
    refusals: most(1, "refusals", "of one sign-in at most", "1", true),
  },
  overload: {
    health: most(
      100,
      "ms",
      "the 99th percentile of /healthz at ten times the capacity",
      "242 to 1,307",
      false,
    ),
    admitted: most(2000, "ms", "the 99th percentile of admitted requests", "1,079 to 1,869", true),
    lost: most(0, "requests", "that failed, or saves that were lost", "0", true),
    normal: most(5, "s", "until reads are as quick as before", "0.03 to 0.14", true),
  },
  "before-a-lock": {
    spread: least(0.8, "times", "saves of one match a second, of the same saves of ten", "0.4 to 1.3", true),
    p99: most(1000, "ms", "the 99th percentile of saves", "229 to 1,350", true),
  },
  "after-a-result": {
    settled: most(
      3,
      "times",
      "until 10,000 pages have their answer, of as many reads of one row",
      "1.3 to 2.4",
      true,
    ),
    saves: most(
      200,
      "ms",
      "the 99th percentile of saves meanwhile",
      "121 to 866, 12 to 21 without pages",
      false,
    ),
  },
  realtime: {
    last: most(1500, "ms", "until the last of 5,000 members has a notification", "904 to 1,072", true),
    stall: most(25, "ms", "the longest stall of the event loop meanwhile", "16 to 25", true),
    memory: most(16, "KiB", "a member's socket", "12.3 to 15.3", true),
  },
  messages: {
    produce: most(2, "s", "for 10,000 messages, in proportion for other numbers", "0.4 to 1.4", true),
    nothing: most(20, "ms", "for a producer that has nothing to tell", "0.7 to 12", true),
    batch: most(250, "ms", "to claim, report or expire 500 emails", "23 to 259", false),
    reason: most(
      5,
      "s",
      "for what causes the messages, such as moving ten matches that everyone has predicted",
      "2.5",
      true,
    ),
  },
  lighthouse: {
    performance: least(
      95,
      "points",
      "Lighthouse's performance of each page",
      "91 to 92 for players, 99 for visitors",
      false,
    ),
    others: least(100, "points", "Lighthouse's accessibility, best practices and SEO", "100", true),
    blocking: most(
      1.5,
      "times",
      "the blocking time, of a page with the same libraries",
      "6 to 31, beside 12 ms",
      false,
    ),
    route: most(
      100,
      "ms",
      "from Home to Matches at a slowdown of 4",
      "111 to 126, beside 50 to 64 of the floor's page",
      false,
    ),
    plus: most(
      50,
      "ms",
      "a tap on + at a slowdown of 4",
      "50 to 56, beside 21 to 26 of the floor's page",
      false,
    ),
    usable: most(100, "KiB", "JavaScript before Home is usable", "97", true),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Aim>>>>;

export type Bench = keyof typeof AIMS;

/** False also for a figure that is not a number. */
export function isMet({ limit, isLeast }: Aim, value: number): boolean {
  return isLeast ? value >= limit : value <= limit;
}

/** The limit in words. */
export function asked({ limit, isLeast, unit }: Aim): string {
  return `${isLeast ? "at least" : "at most"} ${limit.toLocaleString("en")} ${unit}`;
}

/** The table of docs/performance.md. */
export function aimsTable(): string {
  const rows = Object.entries(AIMS).flatMap(([bench, aims]) =>
    Object.values<Aim>(aims).map(
      (aim) =>
        `| \`${bench}\` | ${aim.what} | ${asked(aim)} | ${aim.today} | ${aim.isMet ? "yes" : "**no**"} |`,
    ),
  );
  return ["| bench | what | aim | measured | met |", "| --- | --- | --- | --- | --- |", ...rows].join("\n");
}
