/** Compares a database made by the migrations with one made by the schemas, and writes what the migrations lack. */
import { extract } from "@supabase/pg-delta/extract";
import { plan } from "@supabase/pg-delta/plan";
import { Pool } from "pg";
import { openDatabase } from "../../server/database/open.ts";
import { catalogDifferences, readCatalog } from "../../tests/database/catalog.ts";

export interface MissingStatements {
  /** SQL that changes the structure of the migrated database to that of the schemas; empty if nothing is missing. */
  sql: string;
  /** What the SQL leaves different, such as rows, and has to be written by hand: one line each. */
  byHand: string[];
}

/** `migrated` and `wanted` are addresses of databases. Both may be changed. */
export async function missingStatements(migrated: string, wanted: string): Promise<MissingStatements> {
  const [before, after] = [new Pool({ connectionString: migrated }), new Pool({ connectionString: wanted })];
  // The server ends connections of the pools when it stops.
  for (const pool of [before, after]) pool.on("error", () => {});
  try {
    await before.query("drop schema if exists supabase_migrations cascade"); // no part of the schemas
    const [source, target] = [await extract(before), await extract(after)];
    const { actions, preamble } = plan(source.factBase, target.factBase);
    const statements = actions.map(({ sql }) => `${sql.trim().replace(/;$/, "")};\n`);
    if (statements.length === 0) return { sql: "", byHand: await differences(wanted, migrated) };
    // A function may call another one that is created later.
    const settings = preamble.map(({ name, value }) => `set local ${name} = ${value};\n`);
    const sql = [...settings, ...statements].join("\n");
    await before.query(sql);
    return { sql, byHand: await differences(wanted, migrated) };
  } finally {
    await Promise.all([before.end(), after.end()]);
  }
}

/** The first line of each difference. */
async function differences(expected: string, actual: string): Promise<string[]> {
  const [wanted, there] = [
    await openDatabase({ url: expected, dataDir: "" }),
    await openDatabase({ url: actual, dataDir: "" }),
  ];
  try {
    const found = catalogDifferences(await readCatalog(wanted), await readCatalog(there));
    return found.map((difference) => difference.split("\n", 1)[0] ?? "");
  } finally {
    await Promise.all([wanted.close(), there.close()]);
  }
}
