/** An identity provider on loopback: its discovery document, its keys, and ID tokens with the claims that a test needs. */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

export interface Issuer {
  url: string;
  /** Issues tokens for this client, valid for five minutes by default; undefined removes a claim. */
  token(claims: JWTPayload, by?: Signer): Promise<string>;
  /** Adds a published key. */
  newKey(alg?: string): Promise<Signer>;
  /** The claims of the ID token that its token endpoint returns for any code. */
  answerCodeWith(claims: Record<string, unknown>): void;
  /** How often the discovery document and the keys were read. */
  reads(): { document: number; keys: number };
  stop(): Promise<void>;
}
export interface Signer {
  kid: string;
  alg: string;
  key: CryptoKey;
}

export const CLIENT_ID = "scoreline.example";

export async function startIssuer(): Promise<Issuer> {
  const published: object[] = [];
  const reads = { document: 0, keys: 0 };
  let url = "";
  let answer: JWTPayload = {};
  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/token") {
      const tokens = { access_token: "x", token_type: "bearer", id_token: await token(answer) };
      return void response.end(JSON.stringify(tokens));
    }
    const isDocument = request.url === "/.well-known/openid-configuration";
    reads[isDocument ? "document" : "keys"] += 1;
    const endpoints = { authorization_endpoint: `${url}/sign-in`, token_endpoint: `${url}/token` };
    const body = isDocument ? { issuer: url, jwks_uri: `${url}/keys`, ...endpoints } : { keys: published };
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const newKey = async (alg = "RS256"): Promise<Signer> => {
    const signer = await strangersKey(alg);
    published.push(signer.jwk);
    return signer;
  };
  const first = await newKey();
  const token: Issuer["token"] = (claims, { kid, alg, key } = first) => {
    const now = Math.floor(Date.now() / 1000);
    const standard = { iss: url, aud: CLIENT_ID, iat: now, exp: now + 300 };
    return new SignJWT({ ...standard, ...claims }).setProtectedHeader({ alg, kid }).sign(key);
  };
  return {
    url,
    newKey,
    token,
    answerCodeWith: (claims) => {
      answer = claims as JWTPayload;
    },
    reads: () => ({ ...reads }),
    stop: () => new Promise((done) => server.close(() => done())),
  };
}

/** An unpublished key. */
export async function strangersKey(alg = "RS256"): Promise<Signer & { jwk: object }> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = Math.random().toString(36).slice(2);
  return { kid, alg, key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

/** The value of a token's nonce claim. */
export const hashOfNonce = (nonce: string) => createHash("sha256").update(nonce).digest("hex");

/** The value of the at_hash claim for a 256-bit algorithm. */
export const hashOfAccessToken = (token: string) =>
  createHash("sha256").update(token).digest().subarray(0, 16).toString("base64url");
