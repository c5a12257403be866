/**
 * The environment of every function, with Supabase's names: SUPABASE_URL, SUPABASE_ANON_KEY (the publishable
 * key), SUPABASE_SERVICE_ROLE_KEY (the secret key, which bypasses row-level security and never leaves the function), and
 * the project's secrets.
 */
export type Environment = Readonly<Record<string, string>>;

export type Handler = (request: Request, env: Environment) => Promise<Response>;
