/** What every function is given, under the names that Supabase uses. */
export interface Environment {
  SUPABASE_URL: string;
  SUPABASE_ANON_KEY: string;
  /** The secret key: passes row-level security. Never leaves the function. */
  SUPABASE_SERVICE_ROLE_KEY: string;
  SITE_URL?: string;
}

export type Handler = (request: Request, env: Environment) => Promise<Response>;
