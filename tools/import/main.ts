/** npm run import -- FILE --competition NAME [--time-zone Europe/London] [--season-starts YYYY-MM-DD] */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ImportError, readSeason, type Season } from "../../web/football/fixtures/openfootball.ts";
import { BackendError, connect } from "../backend/connect.ts";
import { runCommand } from "../backend/run-command.ts";

const USAGE =
  'Usage: npm run import -- FILE --competition "Premier League" [--time-zone Europe/London] [--season-starts YYYY-MM-DD]';

interface Command {
  file: string;
  competition: string;
  timeZone: string;
  seasonStarts: string | undefined;
}

async function main(): Promise<void> {
  const command = readCommand();
  const season = readSeason(readText(command.file), { ...command, now: new Date() });
  const backend = await connect(process.env);
  try {
    await send(backend.rest, command, season);
  } finally {
    await backend.close();
  }
}

function readCommand(): Command {
  const options = {
    competition: { type: "string" },
    "time-zone": { type: "string" },
    "season-starts": { type: "string" },
  } as const;
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new ImportError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
  const [file, ...more] = parsed.positionals;
  const {
    competition,
    "time-zone": timeZone = "Europe/London",
    "season-starts": seasonStarts,
  } = parsed.values;
  if (!file || !competition || more.length > 0) throw new ImportError(USAGE);
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    throw new ImportError(`There is no time zone ${timeZone}. Write it like Europe/London.`);
  }
  return { file, competition, timeZone, seasonStarts };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ImportError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

async function send(
  rest: Awaited<ReturnType<typeof connect>>["rest"],
  command: Command,
  { season, matches }: Season,
): Promise<void> {
  const competitions = await rest.from("competitions").select("name").order("position");
  const names = (competitions.data ?? []).map(({ name }: { name: string }) => name);
  if (competitions.error) throw new BackendError(`The backend answered: ${competitions.error.message}`);
  if (!names.includes(command.competition)) {
    throw new ImportError(
      `There is no competition "${command.competition}". There are: ${names.join(", ")}.`,
    );
  }
  const { data, error } = await rest
    .rpc("import_matches", {
      _league: command.competition,
      _season: season,
      _time_zone: command.timeZone,
      _matches: matches,
    })
    .single<Record<"teams_added" | "matches_added" | "matches_changed" | "results_entered", number>>();
  if (error)
    throw new ImportError(
      `Nothing was imported: ${error.message}${error.details ? ` (${error.details})` : ""}`,
    );
  console.log(
    `${command.competition} ${season}: ${data.matches_added} matches added, ${data.matches_changed} moved, ` +
      `${data.results_entered} results entered, ${data.teams_added} teams added; ${matches.length} matches in the file.`,
  );
}

await runCommand(main, ImportError, BackendError);
