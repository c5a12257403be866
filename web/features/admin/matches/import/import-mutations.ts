import * as words from "#words/admin-matches";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { ImportResultRow } from "../../../../backend/types/import-rows.ts";
import { throwWith } from "../../shared/acts/throw-refusal.ts";
import { AdminError } from "../../shared/acts/use-admin-mutation.ts";
import { argumentsOf, type Fixtures, type ImportOptions } from "./import-queries.ts";

/** Imports everything in one transaction. */
export async function importFixtures({
  fixtures,
  options,
}: {
  fixtures: Fixtures;
  options: ImportOptions;
}): Promise<ImportResultRow> {
  const [result] = await dataOf(backend().rest.rpc("import_matches", argumentsOf(fixtures, options))).catch(
    (error) => throwWith(error, (reason) => words.nothingWasImportedBecause({ reason })),
  );
  if (!result) throw new AdminError(words.serverDidNotSay);
  return result;
}
