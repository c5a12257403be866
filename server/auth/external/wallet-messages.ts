import { AuthError } from "../errors.ts";

export type Chain = "ethereum" | "solana";

/**
 * A sign-in message of EIP-4361 (https://eips.ethereum.org/EIPS/eip-4361). Solana wallets use the same format with
 * their own chain name.
 */
export interface WalletMessage {
  /** The site that requested the message: a host with its port, and the scheme if the message names one. */
  domain: string;
  scheme: string | null;
  address: string;
  statement: string | null;
  uri: URL;
  chainId: string;
  nonce: string;
  /** Milliseconds since 1970, like the two fields below. */
  issuedAt: number;
  expirationTime: number | null;
  notBefore: number | null;
  requestId: string;
  resources: readonly string[];
}

/** In the order of the standard. */
const FIELDS = [
  "URI",
  "Version",
  "Chain ID",
  "Nonce",
  "Issued At",
  "Expiration Time",
  "Not Before",
  "Request ID",
] as const;
type Field = (typeof FIELDS)[number];

const DOMAIN = /^([\w-]+(\.[\w-]+)*|\[[\da-f:.]+\])(:\d{1,5})?$/i;
const RFC3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const ADDRESS: Record<Chain, RegExp> = {
  ethereum: /^0x[\da-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
};
const NETWORK: Record<Chain, RegExp> = {
  ethereum: /^[1-9]\d{0,15}$/,
  solana: /^(solana:)?(mainnet|testnet|devnet|localnet)$/,
};

/**
 * Parses a complete message: each line must be a known field and occur once. Ethereum's fields must be in the
 * standard's order; the official client writes Solana's in another. The nonce may be missing. Throws validation_failed
 * (400).
 */
export function parseWalletMessage(text: string, chain: Chain): WalletMessage {
  const lines = text.split("\n");
  const name = chain === "ethereum" ? "Ethereum" : "Solana";
  const [, scheme = null, domain = ""] =
    new RegExp(
      `^(?:([a-z][a-z0-9+.-]*)://)?(\\S+) wants you to sign in with your ${name} account:$`,
      "i",
    ).exec(lines[0] ?? "") ?? [];
  if (!DOMAIN.test(domain)) throw unreadable(`the first line has no valid domain for your ${name} account`);
  const address = lines[1] ?? "";
  if (!ADDRESS[chain].test(address)) throw unreadable("the second line is not a wallet address");
  if (lines[2] !== "") throw unreadable("the third line must be empty");
  const { statement, rest } = splitStatement(lines.slice(3));
  const { fields, resources } = readFields(rest, chain);
  if (fields.get("Version") !== "1") throw unreadable("Version is not 1");
  const message = {
    domain,
    scheme,
    address,
    statement,
    uri: uriOf(fields.get("URI") ?? ""),
    chainId: matching(fields, "Chain ID", NETWORK[chain], chain === "solana"),
    nonce: matching(fields, "Nonce", /^[\da-zA-Z]{8,128}$/, true),
    issuedAt: instant(fields.get("Issued At") ?? "", "Issued At"),
    expirationTime: instantOrNull(fields, "Expiration Time"),
    notBefore: instantOrNull(fields, "Not Before"),
    requestId: fields.get("Request ID") ?? "",
    resources,
  };
  const { issuedAt, expirationTime, notBefore } = message;
  if (expirationTime !== null && Math.max(issuedAt, notBefore ?? issuedAt) > expirationTime) {
    throw unreadable("Expiration Time is before the message becomes valid");
  }
  return message;
}

/** The statement stands between two empty lines. Without it, there is one empty line or, on Solana, none. */
function splitStatement(lines: readonly string[]): { statement: string | null; rest: readonly string[] } {
  const [first = "", second] = lines;
  if (first === "") return { statement: null, rest: lines.slice(1) };
  if (second === "") return { statement: first, rest: lines.slice(2) };
  return { statement: null, rest: lines };
}

function readFields(lines: readonly string[], chain: Chain) {
  const fields = new Map<Field, string>();
  const start = lines.findIndex(
    (line) => line === "Resources:" || (chain === "solana" && line === "Resources"),
  );
  const body = start === -1 ? lines : lines.slice(0, start);
  let last = -1;
  for (const line of body) {
    const place = FIELDS.findIndex((field) => line.startsWith(`${field}: `));
    const field = FIELDS[place];
    if (!field || fields.has(field)) throw unreadable("a line is unknown or occurs twice");
    if (chain === "ethereum" && place < last) throw unreadable(`${field} is out of order`);
    last = place;
    fields.set(field, line.slice(field.length + 2));
  }
  const resources = start === -1 ? [] : lines.slice(start + 1).map(resourceOf);
  return { fields, resources };
}

function resourceOf(line: string): string {
  const resource = line.startsWith("- ") ? line.slice(2) : "";
  if (!URL.canParse(resource)) throw unreadable("a resource is not a URI");
  return resource;
}

function uriOf(text: string): URL {
  if (/\s/.test(text) || !URL.canParse(text)) throw unreadable("URI is not valid");
  return new URL(text);
}

function matching(fields: Map<Field, string>, field: Field, pattern: RegExp, optional: boolean): string {
  const value = fields.get(field);
  if (value === undefined && optional) return "";
  if (value === undefined || !pattern.test(value)) throw unreadable(`${field} is not valid`);
  return value;
}

function instantOrNull(fields: Map<Field, string>, field: Field): number | null {
  const value = fields.get(field);
  return value === undefined ? null : instant(value, field);
}

function instant(text: string, field: Field): number {
  const at = RFC3339.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw unreadable(`${field} is not a valid ISO8601 timestamp`);
  return at;
}

function unreadable(reason: string): AuthError {
  return new AuthError(400, "validation_failed", `Message is not a sign-in message: ${reason}`);
}
