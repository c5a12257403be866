import { backend } from "./client.ts";

/**
 * The email of the account that has this phone number, or null. Accounts made by email sign in by their phone through
 * this lookup. Never throws: a failed lookup is the same as no account.
 */
export async function lookUpPhone(phone: string): Promise<string | null> {
  const { config } = backend();
  try {
    const answer = await fetch(`${config.url}/functions/v1/phone-lookup`, {
      method: "POST",
      headers: {
        apikey: config.publishable_key,
        Authorization: `Bearer ${config.publishable_key}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ phone }),
    });
    if (!answer.ok) return null;
    const body: unknown = await answer.json();
    if (typeof body !== "object" || body === null || !("email" in body)) return null;
    return typeof body.email === "string" && body.email !== "" ? body.email : null;
  } catch {
    return null;
  }
}
