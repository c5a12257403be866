/** Sessions and their assurance, for the tests of second factors. */
import type { Api, Host, Person } from "./host.ts";

/** A session of its own, opened with the password alone. */
export async function signedInAnew(host: Host, { email, password }: Person): Promise<Api> {
  const api = host.visitor();
  const { error } = await api.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return api;
}

/** The level the session has, and the one it could reach: `["aal1", "aal2"]` asks for a factor. */
export async function levels(api: Api) {
  const { data } = await api.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
}
