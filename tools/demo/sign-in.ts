/** Sessions of the demo's members, who have no password. */
import { PostgrestClient } from "@supabase/postgrest-js";
import type { Backend } from "../backend/connect.ts";
import { patientFetch } from "../backend/patient-fetch.ts";

/** The data API as this member sees it. */
export async function signIn(
  { url, publishableKey, secretKey }: Backend,
  email: string,
): Promise<PostgrestClient> {
  const post = async (path: string, key: string, body: object) => {
    const response = await patientFetch(new URL(path, url), {
      method: "POST",
      headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as Record<string, string>;
  };
  const link = await post("/auth/v1/admin/generate_link", secretKey, { type: "magiclink", email });
  const session = await post("/auth/v1/verify", publishableKey, {
    type: "magiclink",
    token_hash: link.hashed_token,
  });
  return new PostgrestClient(new URL("/rest/v1", url).href, {
    headers: { apikey: publishableKey, authorization: `Bearer ${session.access_token}` },
    fetch: patientFetch,
  });
}
