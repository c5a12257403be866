/** Reads the JSON of openfootball's football.json: fixtures and results of one competition's season. */
import { tz } from "@date-fns/tz";
import { addWeeks, differenceInCalendarDays, format, isValid, parse } from "date-fns";
import { z } from "zod";

/** One match as `import_matches` takes it: date and time in the file's own zone. */
export interface ImportedMatch {
  round: string;
  home: string;
  away: string;
  date: string;
  time: string;
  /** False while the time is to be confirmed. */
  confirmed: boolean;
  home_score: number | null;
  away_score: number | null;
}

export interface Season {
  /** As the file names it: "2025/26". */
  season: string;
  matches: ImportedMatch[];
}

export interface ReadOptions {
  /** The zone that the file's dates and times are written in. */
  timeZone: string;
  /** Move everything by whole weeks, so that the first match is played on this date (YYYY-MM-DD) or within the week after it. */
  seasonStarts?: string | undefined;
  now: Date;
}

/** Why a file is refused; the message names the match. Nothing of the file has been used. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

const score = z.tuple([z.number(), z.number()]);
const fileShape = z.object({
  name: z.string().min(1),
  matches: z
    .array(
      z.object({
        round: z.string().trim().min(1).max(60),
        date: z.string(),
        time: z.string().optional(),
        team1: z.string(),
        team2: z.string(),
        score: z.object({ ft: score.optional() }).loose().optional(),
        status: z.string().optional(),
      }),
    )
    .min(1),
});
type FileMatch = z.infer<typeof fileShape>["matches"][number];

const TIME_WHEN_UNKNOWN = "20:00";

/** The whole file, or ImportError. */
export function readSeason(text: string, options: ReadOptions): Season {
  const file = shapeOf(text);
  const matches = file.matches.map((match, index) => readMatch(match, labelOf(match, index)));
  refuseRepeats(matches);
  const weeks = options.seasonStarts ? weeksUntil(options.seasonStarts, matches) : 0;
  return {
    season: /(\d{4}(?:[/-]\d{2,4})?)\s*$/.exec(file.name)?.[1] ?? file.name.slice(0, 40),
    matches: options.seasonStarts ? matches.map((match) => shift(match, weeks, options)) : matches,
  };
}

function shapeOf(text: string): z.infer<typeof fileShape> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ImportError("The file is not JSON.");
  }
  const read = fileShape.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const [list, index] = issue?.path ?? [];
  const where = list === "matches" && typeof index === "number" ? `Match ${index + 1}` : "The file";
  throw new ImportError(
    `${where} has not openfootball's shape: ${issue?.path.join(".")}: ${issue?.message}.`,
  );
}

/** "Match 17 (Matchday 2, Arsenal FC v Chelsea FC, 2025-08-24)": how a refusal names it. */
function labelOf(match: FileMatch, index: number): string {
  return `Match ${index + 1} (${match.round}, ${match.team1} v ${match.team2}, ${match.date})`;
}

function readMatch(match: FileMatch, label: string): ImportedMatch {
  const home = teamName(match.team1, label);
  const away = teamName(match.team2, label);
  if (home === away) throw new ImportError(`${label}: a team cannot play itself.`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(match.date) || !isValid(parse(match.date, "yyyy-MM-dd", new Date(0)))) {
    throw new ImportError(`${label}: there is no date ${match.date}.`);
  }
  if (match.time !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(match.time)) {
    throw new ImportError(`${label}: there is no time ${match.time}.`);
  }
  if (match.status !== undefined && match.status !== "postponed") {
    throw new ImportError(`${label}: the status ${match.status} is not known; only "postponed" is.`);
  }
  const postponed = match.status === "postponed";
  const [homeScore, awayScore] = postponed ? [] : (match.score?.ft ?? []);
  for (const goals of [homeScore, awayScore]) {
    if (goals !== undefined && !(Number.isInteger(goals) && goals >= 0 && goals <= 50)) {
      throw new ImportError(`${label}: the score ${homeScore}-${awayScore} is impossible.`);
    }
  }
  return {
    round: match.round,
    home,
    away,
    date: match.date,
    time: match.time ?? TIME_WHEN_UNKNOWN,
    confirmed: match.time !== undefined && !postponed,
    home_score: homeScore ?? null,
    away_score: awayScore ?? null,
  };
}

/** "Arsenal FC (ENG)" and "Arsenal FC" are one club. */
function teamName(name: string, label: string): string {
  const bare = name.replace(/\s+\([A-Z]{3}\)\s*$/, "").trim();
  if (bare === "" || bare.length > 100 || /[<>"]/.test(bare))
    throw new ImportError(`${label}: "${name}" is no team's name.`);
  return bare;
}

function refuseRepeats(matches: readonly ImportedMatch[]): void {
  const seen = new Map<string, number>();
  matches.forEach((match, index) => {
    const key = JSON.stringify([match.round, match.home, match.away]);
    const first = seen.get(key);
    if (first !== undefined) {
      throw new ImportError(
        `Match ${index + 1} (${match.round}, ${match.home} v ${match.away}, ${match.date}) is in the file twice: it is match ${first + 1} already.`,
      );
    }
    seen.set(key, index);
  });
}

function day(date: string): Date {
  return parse(date, "yyyy-MM-dd", new Date(0));
}

/** Whole weeks keep a Saturday a Saturday. */
function weeksUntil(seasonStarts: string, matches: readonly ImportedMatch[]): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(seasonStarts) || !isValid(day(seasonStarts))) {
    throw new ImportError(`--season-starts: there is no date ${seasonStarts}.`);
  }
  const first = matches.map((match) => match.date).sort()[0] ?? seasonStarts;
  return Math.ceil(differenceInCalendarDays(day(seasonStarts), day(first)) / 7);
}

/** The clock time is kept; a result is kept only where the moved kick-off is in the past. */
function shift(match: ImportedMatch, weeks: number, { timeZone, now }: ReadOptions): ImportedMatch {
  const date = format(addWeeks(day(match.date), weeks), "yyyy-MM-dd");
  const kickoff = parse(`${date} ${match.time}`, "yyyy-MM-dd HH:mm", now, { in: tz(timeZone) });
  const played = kickoff.getTime() <= now.getTime();
  return {
    ...match,
    date,
    home_score: played ? match.home_score : null,
    away_score: played ? match.away_score : null,
  };
}
