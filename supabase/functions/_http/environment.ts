/**
 * What every function is given, under the names that Supabase uses: SUPABASE_URL, SUPABASE_ANON_KEY (the publishable
 * key), SUPABASE_SERVICE_ROLE_KEY (the secret key, which passes row-level security and never leaves the function), and
 * the project's own secrets.
 */
export type Environment = Readonly<Record<string, string>>;

export type Handler = (request: Request, env: Environment) => Promise<Response>;
