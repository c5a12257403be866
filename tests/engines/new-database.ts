/** Creates a database for a test file. The global setups of Vitest and Playwright run the server that it calls. */

/**
 * `empty`: no objects. `bootstrapped`: what every Supabase project starts with. `migrated`: the club's migrations and
 * seed. `club`: also the keys of push messages, so that no host starts the function that makes them.
 */
export type TemplateName = "empty" | "bootstrapped" | "migrated" | "club";

/** The environment variable with the address of TestDatabases. */
export const TEST_DATABASES = "TEST_DATABASES";

/** The address of a new database, a copy of that template. The database is deleted when the run ends. */
export async function newDatabase(template: TemplateName | "demo"): Promise<string> {
  const response = await fetch(`${process.env[TEST_DATABASES]}/${template}`, { method: "POST" });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
