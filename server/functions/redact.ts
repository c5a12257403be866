/** A function's environment variables by name. */
export type Environment = Readonly<Record<string, string>>;

/** These variables are public. */
const PUBLIC: readonly string[] = ["SUPABASE_URL", "SUPABASE_PUBLIC_URL", "SUPABASE_ANON_KEY", "SITE_URL"];
/** Shorter values could be ordinary words of the log. */
const MIN_LENGTH = 8;
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/** Removes a function's secrets and any tokens from text that is logged. */
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
