/** POST /token?grant_type=web3 through the official client, with wallets that the test creates. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { Web3Credentials } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stopAfterwards, supabaseWith } from "../support/auth-host.ts";
import { type Host, startHost } from "../support/host.ts";

/** An allowed page of the site. */
const PAGE = "https://club.example/sign-in";

describe("a wallet", () => {
  let host: Host;
  beforeAll(async () => {
    const auth = {
      additional_redirect_urls: ["https://club.example/**"],
      rate_limit: { web3: 1000 },
      web3: { ethereum: { enabled: true }, solana: { enabled: true } },
    };
    host = await startHost({ env: { LOG_LEVEL: "trace", SUPABASE_DIR: supabaseWith({ auth }) } });
  });
  afterAll(() => host.stop());

  const ethereum = (wallet: EthereumWallet, url = PAGE, signInWithEthereum = {}) =>
    host.visitor().auth.signInWithWeb3({
      chain: "ethereum",
      wallet: wallet as never,
      statement: "I play fair.",
      options: { url, signInWithEthereum },
    });
  const solana = (wallet: SolanaWallet, url = PAGE, signInWithSolana = {}) =>
    host.visitor().auth.signInWithWeb3({
      chain: "solana",
      wallet: wallet as never,
      statement: "I play fair.",
      options: { url, signInWithSolana } as never,
    });

  it("of Ethereum signs in to the same account every time", async () => {
    const wallet = ethereumWallet();
    const { data, error } = await ethereum(wallet);
    expect(error).toBeNull();
    const subject = `web3:ethereum:${wallet.address}`;
    expect(data.user).toMatchObject({
      email: "",
      phone: "",
      is_anonymous: false,
      app_metadata: { provider: "web3", providers: ["web3"] },
      user_metadata: {
        sub: subject,
        email_verified: false,
        phone_verified: false,
        custom_claims: {
          address: wallet.address,
          chain: "ethereum",
          network: "1",
          domain: "club.example",
          statement: "I play fair.",
        },
      },
      identities: [{ provider: "web3", id: subject }],
    });
    const api = host.visitor();
    await api.auth.setSession(data.session as NonNullable<typeof data.session>);
    expect((await api.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: "web3" }]);
    expect((await api.from("profiles").select("full_name")).data).toEqual([{ full_name: null }]);
    expect((await ethereum(wallet, host.url)).data.user?.id).toBe(data.user?.id);
    expect((await ethereum(ethereumWallet())).data.user?.id).not.toBe(data.user?.id);
  });

  it("of Solana signs in to the same account every time", async () => {
    const wallet = solanaWallet();
    const { data, error } = await solana(wallet);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      app_metadata: { provider: "web3" },
      identities: [{ provider: "web3", id: `web3:solana:${wallet.publicKey.toBase58()}` }],
    });
    expect((await solana(wallet, host.url)).data.user?.id).toBe(data.user?.id);
  });

  it.each([
    ["for another site", "https://stranger.example/", {}, "not allowed on this server"],
    ["for a page without HTTPS", "http://club.example/sign-in", {}, "does not use HTTPS"],
    ["too long ago", PAGE, { issuedAt: new Date(Date.now() - 601_000) }, "issued too long ago"],
    ["for later", PAGE, { issuedAt: new Date(Date.now() + 660_000) }, "too far in the future"],
    ["not to be good yet", PAGE, { notBefore: new Date(Date.now() + 60_000) }, "becomes valid in the future"],
    [
      "to be over by now",
      PAGE,
      { issuedAt: new Date(Date.now() - 60_000), expirationTime: new Date(Date.now() - 1000) },
      "is expired",
    ],
  ])("refuses a message signed %s", async (_, url, options, message) => {
    const texts = Object.fromEntries(
      Object.entries(options).map(([name, time]) => [name, time.toISOString()]),
    );
    for (const { error } of [
      await ethereum(ethereumWallet(), url, options),
      await solana(solanaWallet(), url, texts),
    ]) {
      expect(error?.status).toBe(400);
      expect(error?.message).toContain(message);
    }
  });

  it("refuses a message whose domain and URI differ", async () => {
    const wallet = ethereumWallet();
    for (const asker of ["stranger.example", "http://club.example", "club.example:444"]) {
      const text = messageOf(wallet.address, asker);
      const answer = await post({ chain: "ethereum", message: text, signature: wallet.sign(text) });
      expect(answer).toMatchObject([400, { error: "invalid_grant" }]);
    }
    for (const asker of ["club.example", "https://club.example", "CLUB.example:443"]) {
      const text = messageOf(wallet.address, asker);
      const answer = await post({ chain: "ethereum", message: text, signature: wallet.sign(text) });
      expect(answer).toMatchObject([200, { token_type: "bearer" }]);
    }
  });

  it("refuses a signature of another key or message", async () => {
    const wallet = ethereumWallet();
    const text = messageOf(wallet.address);
    const refused = [
      400,
      { error: "invalid_grant", error_description: "Signature does not match address in message" },
    ];
    expect(await post({ chain: "ethereum", message: text, signature: ethereumWallet().sign(text) })).toEqual(
      refused,
    );
    const other = text.replace("Chain ID: 1", "Chain ID: 10");
    expect(await post({ chain: "ethereum", message: other, signature: wallet.sign(text) })).toEqual(refused);
    const stranger = solanaWallet();
    const { error } = await solana({ ...solanaWallet(), signMessage: stranger.signMessage });
    expect(error?.message).toBe("Signature does not match address in message");
  });

  it("gets an explanation for an invalid message", async () => {
    const wallet = ethereumWallet();
    const message = messageOf(wallet.address);
    const signature = wallet.sign(message);
    const refusal = async (body: object) => {
      const [status, answer] = await post({ chain: "ethereum", message, signature, ...body });
      return [status, answer.error_code];
    };
    expect(await refusal({ chain: "bitcoin" })).toEqual([400, "web3_unsupported_chain"]);
    expect(await refusal({ chain: undefined })).toEqual([400, "web3_unsupported_chain"]);
    expect(await refusal({ message: "short" })).toEqual([400, "validation_failed"]);
    expect(await refusal({ message: "x".repeat(20 * 1024 + 1) })).toEqual([400, "validation_failed"]);
    expect(await refusal({ message: `${message}\nRole: admin` })).toEqual([400, "validation_failed"]);
    expect(await refusal({ signature: "0x12" })).toEqual([400, "validation_failed"]);
    expect(await refusal({ signature: undefined })).toEqual([400, "validation_failed"]);
  });

  it("leaves neither message nor signature in the log", async () => {
    const wallet = ethereumWallet();
    const message = messageOf(wallet.address).replace("Issued", "Nonce: keepthisnonce\nIssued");
    const signature = wallet.sign(message);
    expect((await post({ chain: "ethereum", message, signature }))[0]).toBe(200);
    expect((await post({ chain: "ethereum", message, signature: ethereumWallet().sign(message) }))[0]).toBe(
      400,
    );
    for (const secret of [signature, "keepthisnonce"]) expect(host.log()).not.toContain(secret);
  });

  async function post(body: object): Promise<[number, Record<string, unknown>]> {
    const response = await fetch(`${host.url}/auth/v1/token?grant_type=web3`, {
      method: "POST",
      headers: { apikey: host.publishableKey },
      body: JSON.stringify(body),
    });
    return [response.status, (await response.json()) as Record<string, unknown>];
  }
});

describe("wallets", () => {
  const start = async (auth: Parameters<typeof supabaseWith>[0]) =>
    stopAfterwards(await startHost({ env: { SUPABASE_DIR: supabaseWith({ auth }) } }));
  const signIn = async (host: Host, chain: "ethereum" | "solana") => {
    const { error } = await host.visitor().auth.signInWithWeb3({
      chain,
      message: "",
      signature: chain === "ethereum" ? "" : new Uint8Array(),
    } as Web3Credentials);
    return [error?.status, error?.code];
  };

  it("are refused unless enabled, per chain", async () => {
    const none = await start({});
    expect(await signIn(none, "ethereum")).toEqual([422, "web3_provider_disabled"]);
    const one = await start({ web3: { solana: { enabled: true } } });
    expect(await signIn(one, "ethereum")).toEqual([422, "web3_provider_disabled"]);
    expect(await signIn(one, "solana")).toEqual([400, "validation_failed"]);
  });

  it("have a separate limit", async () => {
    const host = await start({ web3: { ethereum: { enabled: true } }, rate_limit: { web3: 2 } });
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await signIn(host, "ethereum"))[0]);
    expect(statuses).toEqual([400, 400, 429]);
  });
});

interface EthereumWallet {
  address: string;
  sign(text: string): string;
  request(call: { method: string; params?: readonly string[] }): Promise<unknown>;
}

function ethereumWallet(): EthereumWallet {
  const key = secp256k1.utils.randomSecretKey();
  const publicKey = secp256k1.getPublicKey(key, false);
  const address = `0x${Buffer.from(keccak_256(publicKey.subarray(1)).subarray(-20)).toString("hex")}`;
  const sign = (text: string) => {
    const message = Buffer.from(text);
    const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`);
    const digest = keccak_256(Buffer.concat([prefix, message]));
    const [recovery = 0, ...rest] = secp256k1.sign(digest, key, { prehash: false, format: "recovered" });
    return `0x${Buffer.from([...rest, recovery + 27]).toString("hex")}`;
  };
  return {
    address,
    sign,
    async request({ method, params }) {
      if (method === "eth_requestAccounts") return [address];
      if (method === "eth_chainId") return "0x1";
      return sign(Buffer.from((params?.[0] ?? "").slice(2), "hex").toString());
    },
  };
}

interface SolanaWallet {
  publicKey: { toBase58(): string };
  signMessage(message: Uint8Array): Promise<Uint8Array>;
}

function solanaWallet(): SolanaWallet {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return {
    publicKey: { toBase58: () => base58(publicKey) },
    signMessage: async (message) => new Uint8Array(sign(null, message, privateKey)),
  };
}

function base58(publicKey: KeyObject): string {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  const bytes = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  let text = "";
  for (let number = BigInt(`0x${bytes.toString("hex")}`); number > 0n; number /= 58n) {
    text = `${alphabet[Number(number % 58n)]}${text}`;
  }
  return "1".repeat(bytes.findIndex((byte) => byte !== 0)) + text;
}

function messageOf(address: string, asker = "club.example"): string {
  return [
    `${asker} wants you to sign in with your Ethereum account:`,
    address,
    "",
    "",
    `URI: ${PAGE}`,
    "Version: 1",
    "Chain ID: 1",
    `Issued At: ${new Date().toISOString()}`,
  ].join("\n");
}
