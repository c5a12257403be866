/** A function's variables, by name. */
export type Environment = Readonly<Record<string, string>>;

/** Anybody may read these. */
const PUBLIC: readonly string[] = ["SUPABASE_URL", "SUPABASE_PUBLIC_URL", "SUPABASE_ANON_KEY", "SITE_URL"];
/** Shorter values are words, which a log needs. */
const MIN_LENGTH = 8;
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/** Takes a function's secrets, line by line, and anybody's tokens out of what is written to the log. */
export function redactor(env: Environment): (text: string) => string {
  const secrets = Object.entries(env)
    .filter(([name]) => !PUBLIC.includes(name))
    .flatMap(([, value]) => value.split("\n"))
    .filter((line) => line.length >= MIN_LENGTH);
  return (text) =>
    secrets
      .reduce((clean, secret) => clean.replaceAll(secret, "[secret]"), text)
      .replaceAll(TOKEN, "[token]");
}
