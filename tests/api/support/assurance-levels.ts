/** Sessions and their assurance levels, for the tests of second factors. */
import type { Api, Host, Person } from "./host.ts";

/** A new session, opened with only the password. */
export async function signedInAnew(host: Host, { email, password }: Person): Promise<Api> {
  const api = host.visitor();
  const { error } = await api.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return api;
}

/** The session's current and next level: `["aal1", "aal2"]` requires a factor. */
export async function levels(api: Api) {
  const { data } = await api.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
}
