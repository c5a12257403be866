/**
 * npm run import -- FILE --competition NAME: imports fixtures and results from openfootball's JSON or a CSV file. --dry-run prints
 * what would change and writes nothing.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { ImportPlan, ImportResultRow } from "../../web/backend/types/import-rows.ts";
import { textIn } from "../../web/football/fixtures/decode-file.ts";
import { importedWords, unexpectedAdditions } from "../../web/football/fixtures/import-plan.ts";
import {
  type DateOrder,
  type FixtureFile,
  ImportError,
  type LeftOutRow,
} from "../../web/football/fixtures/imported-match.ts";
import { readFixtures } from "../../web/football/fixtures/read-fixtures.ts";
import { shiftSeason } from "../../web/football/fixtures/shift-season.ts";
import { BackendError, connect } from "../backend/connect.ts";
import { runCommand } from "../backend/run-command.ts";
import { plural } from "../plural.ts";
import { describePreview } from "./describe-preview.ts";

const USAGE = `Usage: npm run import -- FILE --competition "Premier League" [options]

  --dry-run                        print what would change, and write nothing
  --season NAME                    the season, if the file does not name it
  --season-starts YYYY-MM-DD       move all matches by whole weeks to this date
  --time-zone Europe/London        the time zone of the file's dates and times
  --dates day-first|month-first    how dates such as 04/05/2027 are written, if the file does not show it
  --same "Liverpol=Liverpool FC"   a name in the file means this team of the club (can be repeated)
  --skip-invalid                   leave out rows that cannot be used, and import the rest
  --count-awarded                  count awarded scores as results instead of cancelling these matches
  --exchange                       exchange home and away of matches that members have predicted
  --yes                            do not stop for questions`;

type Rest = Awaited<ReturnType<typeof connect>>["rest"];
type Command = ReturnType<typeof readCommand>;

async function main(): Promise<void> {
  const command = readCommand();
  const now = new Date();
  const options = {
    timeZone: command.timeZone,
    now,
    ...(command.dateOrder && { dateOrder: command.dateOrder }),
  };
  const file = await readFixtures(readText(command.file), options);
  const season = command.season ?? file.season;
  if (!season) throw new ImportError('The file does not name its season: add --season "2026/27".');
  if (file.dateQuestion && !command.dryRun && !command.yes)
    throw new ImportError(
      `Nothing was imported: ${file.dateQuestion.text} is ${file.dateQuestion.dayFirst} or ${file.dateQuestion.monthFirst}. Add --dates day-first or --dates month-first.`,
    );
  const matches = command.seasonStarts
    ? shiftSeason(file.matches, command.seasonStarts, options)
    : file.matches;
  if (file.invalid.length > 0 && !command.skipInvalid && !command.dryRun)
    throw new ImportError(
      `Nothing was imported: ${plural(file.invalid.length, "row")} of the file cannot be used.\n${listed(file.invalid)}\nAdd --skip-invalid to import the rest.`,
    );
  const backend = await connect(process.env);
  try {
    await send(backend.rest, command, { ...file, season, matches });
  } finally {
    await backend.close();
  }
}

function readCommand() {
  const options = {
    competition: { type: "string" },
    season: { type: "string" },
    "season-starts": { type: "string" },
    "time-zone": { type: "string" },
    dates: { type: "string" },
    same: { type: "string", multiple: true },
    "dry-run": { type: "boolean" },
    "skip-invalid": { type: "boolean" },
    "count-awarded": { type: "boolean" },
    exchange: { type: "boolean" },
    yes: { type: "boolean" },
  } as const;
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new ImportError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
  const [file, ...more] = parsed.positionals;
  const { competition, "time-zone": timeZone = "Europe/London", dates, same = [], ...values } = parsed.values;
  if (!file || !competition || more.length > 0) throw new ImportError(USAGE);
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    throw new ImportError(`There is no time zone ${timeZone}. Write it like Europe/London.`);
  }
  return {
    file,
    competition,
    timeZone,
    season: values.season,
    seasonStarts: values["season-starts"],
    dateOrder: dateOrderIn(dates),
    dryRun: values["dry-run"] ?? false,
    skipInvalid: values["skip-invalid"] ?? false,
    yes: values.yes ?? false,
    options: {
      skip_invalid: values["skip-invalid"] ?? false,
      count_awarded: values["count-awarded"] ?? false,
      exchange: values.exchange ?? false,
      same_teams: Object.fromEntries(same.map(nameAndTeam)),
    },
  };
}

function dateOrderIn(text: string | undefined): DateOrder | undefined {
  if (text === undefined || text === "day-first" || text === "month-first") return text;
  throw new ImportError("Write --dates day-first or --dates month-first.");
}

function nameAndTeam(text: string): [string, string] {
  const [name, team, ...more] = text.split("=").map((part) => part.trim());
  if (!name || !team || more.length > 0)
    throw new ImportError(`--same "${text}" is not written as "name in the file=team of the club".`);
  return [name, team];
}

function readText(file: string): string {
  try {
    return textIn(readFileSync(file));
  } catch (error) {
    throw new ImportError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function listed(rows: readonly LeftOutRow[]): string {
  return rows.map(({ label, reason }) => `  ${label}: ${reason}`).join("\n");
}

async function send(rest: Rest, command: Command, file: FixtureFile & { season: string }): Promise<void> {
  await expectCompetition(rest, command.competition);
  const sent = {
    _league: command.competition,
    _season: file.season,
    _time_zone: command.timeZone,
    _matches: file.matches,
    _options: command.options,
  };
  const { data, error } = await rest.rpc("preview_import", sent);
  if (error) throw new ImportError(`Nothing was imported: ${error.message}`);
  const preview = data as ImportPlan;
  if (command.dryRun) {
    console.log(describePreview(preview, file, command.competition));
    return;
  }
  if (!command.yes) refuseQuestions(preview, file);
  await importMatches(rest, sent, preview.season, file);
}

async function expectCompetition(rest: Rest, name: string): Promise<void> {
  const competitions = await rest.from("competitions").select("name").order("position");
  if (competitions.error) throw new BackendError(`The backend answered: ${competitions.error.message}`);
  const names = (competitions.data ?? []).map((row: { name: string }) => row.name);
  if (!names.includes(name))
    throw new ImportError(`There is no competition "${name}". There are: ${names.join(", ")}.`);
}

/** Throws ImportError if the import needs a decision, and says how to give it. */
function refuseQuestions(preview: ImportPlan, { matches }: FixtureFile): void {
  const questions = preview.teams
    .filter(({ team, resembles }) => team === null && resembles !== null)
    .map(
      ({ name, resembles, fits }) =>
        `  “${name}” resembles ${resembles}${fits ? ", and their matches together are those of one team" : ""}. If it is that team, add --same "${name}=${resembles}".`,
    );
  const added = unexpectedAdditions(preview);
  if (added > 0)
    questions.push(
      `  The club has the season ${preview.season}, and ${added} of ${plural(matches.length, "match", "matches")} would be new.`,
    );
  if (questions.length > 0)
    throw new ImportError(
      `Nothing was imported, because this needs an answer:\n${questions.join("\n")}\nTo import it as it is, add --yes. --dry-run lists every change.`,
    );
}

async function importMatches(
  rest: Rest,
  sent: { _league: string },
  season: string,
  file: FixtureFile,
): Promise<void> {
  const { data, error } = await rest.rpc("import_matches", sent as never).single<ImportResultRow>();
  if (error) throw new ImportError(`Nothing was imported: ${error.message}`);
  const leftOut = file.skipped.length + file.invalid.length;
  console.log(
    `${sent._league} ${season}: ${importedWords(data)}, ${plural(data.teams_added, "team")} added; ` +
      `${plural(file.matches.length, "match", "matches")} in the file` +
      `${leftOut > 0 ? `, ${plural(leftOut, "row")} skipped (--dry-run lists them)` : ""}.`,
  );
}

await runCommand(main, ImportError, BackendError);
