import { AuthError } from "../errors.ts";
import type { Chain } from "./wallet-messages.ts";

/** Loaded on first use, because loading takes 50 ms and few projects use wallets. */
const ethereumCurve = () => import("@noble/curves/secp256k1.js");
const solanaCurve = () => import("@noble/curves/ed25519.js");
const ethereumHash = () => import("@noble/hashes/sha3.js");

/** True if the address signed this text. Throws validation_failed (400) for a malformed signature. */
export async function isSignedBy(
  chain: Chain,
  address: string,
  text: string,
  signature: string,
): Promise<boolean> {
  return chain === "ethereum"
    ? (await addressThatSigned(text, ethereumSignature(signature))) === address.toLowerCase()
    : solanaSigned(address, text, solanaSignature(signature));
}

/**
 * ERC-191 personal_sign: the address is the end of the public key's hash, in lower case. Null for an invalid signature.
 */
async function addressThatSigned(text: string, signature: Uint8Array): Promise<string | null> {
  const [{ secp256k1 }, { keccak_256 }] = await Promise.all([ethereumCurve(), ethereumHash()]);
  const message = Buffer.from(text, "utf8");
  const digest = keccak_256(
    Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]),
  );
  const v = signature[64] ?? 0;
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery > 3) return null;
  try {
    const recovered = secp256k1.Signature.fromBytes(signature.subarray(0, 64), "compact").addRecoveryBit(
      recovery,
    );
    const publicKey = recovered.recoverPublicKey(digest).toBytes(false);
    return `0x${Buffer.from(keccak_256(publicKey.subarray(1)).subarray(-20)).toString("hex")}`;
  } catch {
    return null;
  }
}

/**
 * Strict verification: Node's own check accepts public keys of small order, for which a signature of zeros is valid for
 * any text.
 */
async function solanaSigned(address: string, text: string, signature: Uint8Array): Promise<boolean> {
  const publicKey = fromBase58(address);
  if (publicKey.length !== 32) return false;
  const { ed25519 } = await solanaCurve();
  return ed25519.verify(signature, Buffer.from(text, "utf8"), publicKey, { zip215: false });
}

function ethereumSignature(text: string): Uint8Array {
  const hex = text.replace(/^0x/, "");
  if (/^[\da-fA-F]{130}$/.test(hex)) return Buffer.from(hex, "hex");
  const message = "signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string";
  throw new AuthError(400, "validation_failed", message);
}

function solanaSignature(text: string): Uint8Array {
  if (/^([\w-]{86}|[A-Za-z\d+/]{86})(==)?$/.test(text)) return Buffer.from(text, "base64");
  const message = "signature must be 64 bytes encoded as base64 with or without padding";
  throw new AuthError(400, "validation_failed", message);
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Each leading 1 is a zero byte; the rest is one number. Empty for characters outside the alphabet. */
function fromBase58(text: string): Uint8Array {
  let number = 0n;
  for (const character of text) {
    const digit = BASE58.indexOf(character);
    if (digit === -1) return new Uint8Array();
    number = number * 58n + BigInt(digit);
  }
  const bytes: number[] = [];
  for (; number > 0n; number >>= 8n) bytes.unshift(Number(number & 255n));
  const zeros = text.length - text.replace(/^1+/, "").length;
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes]);
}
