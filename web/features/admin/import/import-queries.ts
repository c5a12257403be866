import { backend } from "../../../backend/connection/client.ts";
import { dataOf, RequestError } from "../../../backend/connection/response.ts";
import type { ImportPlanRow, ImportResultRow } from "../../../backend/types/admin-rows.ts";
import type { ImportedMatch } from "../../../football/fixtures/imported-match.ts";
import { AdminError } from "../mutations/use-admin-mutation.ts";

/** The matches of a file, with the competition, season and time zone that they are imported with. */
export interface Fixtures {
  league: string;
  season: string;
  timeZone: string;
  matches: readonly ImportedMatch[];
}

/** Returns what the import would do with each match, without changing anything. */
export function previewImport(fixtures: Fixtures): Promise<ImportPlanRow[]> {
  return dataOf(backend().rest.rpc("preview_import", argumentsOf(fixtures)));
}

/** Imports everything in one transaction. */
export async function importFixtures(fixtures: Fixtures): Promise<ImportResultRow> {
  try {
    const [result] = await dataOf(backend().rest.rpc("import_matches", argumentsOf(fixtures)));
    return result ?? { teams_added: 0, matches_added: 0, matches_changed: 0, results_entered: 0 };
  } catch (error) {
    if (error instanceof RequestError && !/^SL00[34]$/.test(error.code) && error.status < 500)
      throw new AdminError(`Nothing was imported: ${error.message}`);
    throw error;
  }
}

function argumentsOf({ league, season, timeZone, matches }: Fixtures) {
  return {
    _league: league,
    _season: season,
    _time_zone: timeZone,
    _matches: matches.map((match) => ({ ...match })),
  };
}

/** Reads openfootball's JSON, or a CSV file with a header row. Throws AdminError for an invalid file. */
export async function readFixtures(
  file: File,
  timeZone: string,
): Promise<{ matches: readonly ImportedMatch[]; season: string | null }> {
  const text = await file.text();
  const { ImportError } = await import("../../../football/fixtures/imported-match.ts");
  try {
    if (/^\s*[{[]/.test(text)) {
      const { readSeason } = await import("../../../football/fixtures/openfootball.ts");
      return readSeason(text, { timeZone, now: new Date() });
    }
    const { readCsvFixtures } = await import("../../../football/fixtures/csv-fixtures.ts");
    return { matches: readCsvFixtures(text), season: null };
  } catch (error) {
    if (error instanceof ImportError) throw new AdminError(error.message);
    throw error;
  }
}
