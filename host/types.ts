/** TypeScript types of a database, by the library of `supabase gen types`. */
import { generateTypescript, sortGeneratorMetadata } from "@supabase/postgrest-typegen/generation";
import { introspect } from "@supabase/postgrest-typegen/introspection";
import pg from "pg";

/** `connection`: of a superuser. The first schema is the default one of the helper types. Not formatted, as the CLI prints it. */
export async function typesOf(connection: pg.ClientConfig, schemas: readonly string[]): Promise<string> {
  const pool = new pg.Pool({ ...connection, max: 1 });
  try {
    const metadata = await introspect(pool, { includedSchemas: [...schemas] });
    return await generateTypescript(sortGeneratorMetadata(metadata), {
      detectOneToOneRelationships: true,
      defaultSchema: schemas[0] ?? "public",
      format: async (code) => code,
    });
  } finally {
    await pool.end();
  }
}
