import { unlessAdmin } from "../_http/admin.ts";
import { answer, readObject, refuse, unlessPost } from "../_http/answers.ts";
import { callAsService, DatabaseError } from "../_http/database.ts";
import type { Environment, Handler } from "../_http/environment.ts";
import { ProviderError } from "../_providers/ask.ts";
import { isProviderName, openProvider, type ProviderName } from "../_providers/open-provider.ts";

const MAX_LENGTH = 500;
/** The code of a refusal because a row has changed since it was seen. */
const CHANGED = "SL016";
/** Printable ASCII, which an HTTP header can carry. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * POST { apiKey, provider, seen } replaces the live-score provider's key for an admin if the provider accepts it.
 * `provider` is one of PROVIDER_NAMES; the default is the current provider. `seen` is optional: { provider, key_set_at } as
 * the admin saw them in provider_state. The key can never be read back. Answers { success, message } or { error, code }: 400
 * "API returned an error" if the provider answers with one, 502 if it is unreachable, 409 with the code SL016 if what was
 * seen has changed.
 */
export const handle: Handler = async (request, env) => {
  const early = unlessPost(request);
  if (early) return early;
  const body = await readObject(request);
  const apiKey = typeof body?.apiKey === "string" ? body.apiKey.trim() : "";
  const refused = await unlessAdmin(request, env, "update-api-key");
  if (refused) return refused;
  if (apiKey === "") return refuse(400, "validation_failed", "Please enter an API key");
  const chosen = body?.provider ?? null;
  const seen = body?.seen ?? null;
  if (chosen !== null && !isProviderName(chosen))
    return refuse(400, "validation_failed", "Failed to update API key");
  if (!isSeen(seen)) return refuse(400, "validation_failed", "Failed to update API key");
  if (apiKey.length > MAX_LENGTH || !PRINTABLE.test(apiKey))
    return refuse(400, "api_error", "API returned an error");
  const provider = chosen ?? (await chosenProvider(env));
  try {
    await openProvider(provider, apiKey, env).tryKey();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return error.kind === "unavailable"
      ? refuse(502, "provider_unavailable", "Failed to connect to API. Please check your API key.")
      : refuse(400, "api_error", "API returned an error");
  }
  try {
    await callAsService(env, "save_live_score_api_key", {
      _api_key: apiKey,
      _provider: provider,
      _seen: seen,
    });
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === CHANGED)) throw error;
    return refuse(409, CHANGED, "The provider or its key has changed since you saw it");
  }
  return answer({ success: true, message: "API key updated" });
};

async function chosenProvider(env: Environment): Promise<ProviderName> {
  const [state] = await callAsService(env, "provider_state", {});
  return isProviderName(state?.provider) ? state.provider : "football_data";
}

/** Whether these are values that the database can compare: null, or a provider with an instant or null. */
function isSeen(seen: unknown): boolean {
  if (seen === null) return true;
  if (typeof seen !== "object" || !("provider" in seen && "key_set_at" in seen)) return false;
  const { provider, key_set_at: at } = seen;
  return (
    isProviderName(provider) && (at === null || (typeof at === "string" && !Number.isNaN(Date.parse(at))))
  );
}
