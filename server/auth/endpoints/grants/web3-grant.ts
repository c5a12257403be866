import type { Context } from "hono";
import { z } from "zod";
import { type AuthDeps, clientIp, nowOf } from "../../deps.ts";
import { AuthError, OAuthError } from "../../errors.ts";
import { type ExternalIdentity, findOrCreateAccount } from "../../external/external-account.ts";
import { openExternalSession } from "../../external/external-session.ts";
import { type Chain, parseWalletMessage, type WalletMessage } from "../../external/wallet-messages.ts";
import { isSignedBy } from "../../external/wallet-signatures.ts";
import { enforceLimit, perFiveMinutes } from "../../rate-limits.ts";
import { isAllowedRedirect } from "../../redirects.ts";
import { optionalText, readBody } from "../../request-body.ts";

const MAX_BYTES = 20 * 1024;
const MIN_CHARACTERS = 64;
/**
 * How far the issue time of a message may be from now, as in GoTrue. Within that time a message can be used again, as
 * in GoTrue.
 */
const VALIDITY_MS = 10 * 60_000;

const body = z.object({
  chain: optionalText,
  signature: optionalText,
  message: z
    .string()
    .nullish()
    .transform((text) => text ?? ""),
});

/** Signs in with a message that a wallet signed for this site. Returns a session. */
export async function web3Grant(c: Context, deps: AuthDeps): Promise<Response> {
  const { web3, rate_limit } = deps.config.auth;
  const ip = clientIp(c, deps);
  await enforceLimit(deps.database, perFiveMinutes("web3", rate_limit.web3), ip);
  if (!web3.ethereum.enabled && !web3.solana.enabled) throw disabled("Web3 provider is disabled");
  const { chain, message: text, signature } = await readBody(c, body);
  if (chain !== "ethereum" && chain !== "solana") {
    throw new AuthError(400, "web3_unsupported_chain", "Unsupported chain");
  }
  if (!web3[chain].enabled) throw disabled(`${NAMES[chain]} Web3 provider is disabled`);
  refuseLength(text);
  const message = parseWalletMessage(text, chain);
  if (!(await isSignedBy(chain, message.address, text, signature))) {
    throw new OAuthError("invalid_grant", "Signature does not match address in message");
  }
  refuseElsewhere(deps, message, NAMES[chain]);
  refuseTime(nowOf(deps), message, NAMES[chain]);
  const external = identityOf(chain, message);
  return c.json(
    await openExternalSession(c, deps, "web3", (tx) => findOrCreateAccount(tx, deps, external, ip)),
  );
}

const NAMES: Record<Chain, string> = { ethereum: "Ethereum", solana: "Solana" };

function refuseLength(text: string): void {
  if (text.length < MIN_CHARACTERS) throw new AuthError(400, "validation_failed", "message is too short");
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw new AuthError(400, "validation_failed", "message must not exceed 20KB");
  }
}

/** Refuses a message that was signed for another site. */
function refuseElsewhere(deps: AuthDeps, { uri, domain, scheme }: WalletMessage, name: string): void {
  const refuse = (what: string) => new OAuthError("invalid_grant", `Signed ${name} message is using ${what}`);
  const onThisMachine = ["localhost", "127.0.0.1", "[::1]"].includes(uri.hostname);
  if (uri.protocol !== "https:" && !(uri.protocol === "http:" && onThisMachine)) {
    throw refuse("URI which does not use HTTPS");
  }
  if (!isAllowedRedirect(deps, uri.href)) {
    throw refuse("URI which is not allowed on this server, message was signed for another app");
  }
  const sameHost =
    domain.toLowerCase() === uri.host || domain.toLowerCase() === `${uri.host}:${defaultPort(uri)}`;
  if (!sameHost || (scheme !== null && `${scheme.toLowerCase()}:` !== uri.protocol)) {
    throw refuse("a Domain that does not match the one in URI which is not allowed on this server");
  }
}

function refuseTime(now: number, { issuedAt, notBefore, expirationTime }: WalletMessage, name: string): void {
  const refuse = (what: string) => new OAuthError("invalid_grant", what);
  if (notBefore !== null && now < notBefore)
    throw refuse(`Signed ${name} message becomes valid in the future`);
  if (expirationTime !== null && now > expirationTime) throw refuse(`Signed ${name} message is expired`);
  if (now > issuedAt + VALIDITY_MS) throw refuse(`${name} message was issued too long ago`);
  if (now < issuedAt - VALIDITY_MS) throw refuse(`${name} message was issued too far in the future`);
}

/** Ethereum addresses are case-insensitive; the official client sends them in lower case. */
function identityOf(chain: Chain, message: WalletMessage): ExternalIdentity {
  const address = chain === "ethereum" ? message.address.toLowerCase() : message.address;
  const subject = `web3:${chain}:${address}`;
  const { chainId: network, domain, statement } = message;
  const data = {
    sub: subject,
    email_verified: false,
    phone_verified: false,
    custom_claims: { address, chain, network, domain, statement: statement ?? "" },
  };
  return { provider: "web3", subject, email: "", emailVerified: false, data };
}

function defaultPort({ protocol }: URL): string {
  return protocol === "https:" ? "443" : "80";
}

function disabled(message: string): AuthError {
  return new AuthError(422, "web3_provider_disabled", message);
}
