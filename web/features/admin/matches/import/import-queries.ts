import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { importSentences } from "../../../../backend/sentences/import-sentences.ts";
import { refusalIn } from "../../../../backend/sentences/refusals.ts";
import { sentenceOf } from "../../../../backend/sentences/sentence.ts";
import type { ImportPlan, ImportPlanRow } from "../../../../backend/types/import-rows.ts";
import type { DateOrder, FixtureFile } from "../../../../football/fixtures/imported-match.ts";
import { AdminError, reasonFor } from "../../shared/acts/use-admin-mutation.ts";

/** A read file, with the competition, season and time zone that it is imported with. */
export interface Fixtures {
  league: string;
  season: string;
  timeZone: string;
  file: FixtureFile;
}

/** What the organiser has decided about the file. */
export interface ImportOptions {
  skip_invalid: boolean;
  count_awarded: boolean;
  exchange: boolean;
  /** The club's team by a name of the file. */
  same_teams: Record<string, string>;
}

export const undecided: ImportOptions = {
  skip_invalid: false,
  count_awarded: false,
  exchange: false,
  same_teams: {},
};

/** What the import would do with these decisions. `id` identifies the read file. Nothing is changed. */
export const importPreview = (id: number, fixtures: Fixtures, options: ImportOptions) =>
  queryOptions({
    queryKey: ["import preview", id, options],
    queryFn: () => previewImport(fixtures, options),
    placeholderData: (before: ImportPlan | undefined, query) =>
      query?.queryKey[1] === id ? before : undefined,
    gcTime: 0,
  });

/** Returns what the import would do with each match, without changing anything. */
export async function previewImport(fixtures: Fixtures, options: ImportOptions): Promise<ImportPlan> {
  const plan = await dataOf(backend().rest.rpc("preview_import", argumentsOf(fixtures, options)));
  const inWords = (row: ImportPlanRow) =>
    sentenceOf(importSentences, { kind: row.reason_kind }) ?? row.reason;
  return { ...plan, matches: plan.matches.map((row) => ({ ...row, reason: inWords(row) })) };
}

/** The message for a file that cannot be read or previewed; null without an error. */
export function importProblem(error: unknown, failure: string): string | null {
  return error ? (refusalIn(error) ?? reasonFor(error, failure)) : null;
}

export function argumentsOf({ league, season, timeZone, file }: Fixtures, options: ImportOptions) {
  return {
    _league: league,
    _season: season,
    _time_zone: timeZone,
    _matches: file.matches.map((match) => ({ ...match })),
    _options: { ...options },
  };
}

/** Reads openfootball's JSON, or a CSV file with a header row. Throws AdminError for another file. */
export async function readFile(
  file: File,
  timeZone: string,
  dateOrder: DateOrder | null,
): Promise<FixtureFile> {
  const [{ readFixtures }, { textIn }, { ImportError }] = await Promise.all([
    import("../../../../football/fixtures/read-fixtures.ts"),
    import("../../../../football/fixtures/decode-file.ts"),
    import("../../../../football/fixtures/imported-match.ts"),
  ]);
  try {
    return await readFixtures(textIn(new Uint8Array(await file.arrayBuffer())), {
      timeZone,
      now: new Date(serverNow()),
      ...(dateOrder && { dateOrder }),
    });
  } catch (error) {
    if (error instanceof ImportError) throw new AdminError(error.message);
    throw error;
  }
}
