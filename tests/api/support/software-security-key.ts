/** A software security key with an ES256 key and no attestation, as the browser's WebAuthn API returns it. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** Faults of the key. */
export interface Wrong {
  origin?: string;
  rpId?: string;
  challenge?: ArrayBuffer;
  /** The counter to use instead of the next one. */
  count?: number;
  /** Signs with another key. */
  stranger?: boolean;
  /** Did not verify its user by PIN or fingerprint. */
  unverified?: boolean;
  /** The account that a passkey names (base64url). */
  userHandle?: string;
}

interface CreationOptions {
  challenge: ArrayBuffer;
  rp: { id?: string };
}
interface RequestOptions {
  challenge: ArrayBuffer;
  rpId?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

export function createAuthenticator(origin: string) {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  let count = 0;

  const clientData = (type: string, challenge: ArrayBuffer, from: string) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: Buffer.from(challenge).toString("base64url"),
        origin: from,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, flags: number, now: number, key = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head[0] = flags;
    head.writeUInt32BE(now, 1);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), head, key]);
  };
  const credential = (response: Record<string, unknown>) => {
    const text = id.toString("base64url");
    const json = { id: text, rawId: text, type: "public-key", response, clientExtensionResults: {} };
    return { ...json, toJSON: () => json };
  };

  return {
    id: id.toString("base64url"),
    /** navigator.credentials.create */
    create(options: CreationOptions, wrong: Wrong = {}) {
      const length = Buffer.from([0, id.length]);
      const key = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const rpId = wrong.rpId ?? options.rp.id ?? "";
      const data = authenticatorData(rpId, flagsOf(wrong) | HAS_KEY, count, key);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0])],
        ...[cborText("authData"), cborBytes(data)],
      ]);
      const challenge = wrong.challenge ?? options.challenge;
      return credential({
        clientDataJSON: clientData("webauthn.create", challenge, wrong.origin ?? origin).toString(
          "base64url",
        ),
        attestationObject: attestation.toString("base64url"),
        transports: ["usb"],
      });
    },
    /** navigator.credentials.get */
    get(options: RequestOptions, wrong: Wrong = {}) {
      count = wrong.count ?? count + 1;
      const client = clientData("webauthn.get", wrong.challenge ?? options.challenge, wrong.origin ?? origin);
      const data = authenticatorData(wrong.rpId ?? options.rpId ?? "", flagsOf(wrong), count);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return credential({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, wrong.stranger ? stranger : privateKey).toString("base64url"),
        ...(wrong.userHandle === undefined ? {} : { userHandle: wrong.userHandle }),
      });
    },
  };
}

function flagsOf({ unverified }: Wrong): number {
  return unverified ? USER_PRESENT : USER_PRESENT | USER_VERIFIED;
}

/** RFC 9053, section 7.1.1: an elliptic curve key for ES256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const [left, right] = [x, y].map((part) => cborBytes(Buffer.from(part, "base64url")));
  if (!left || !right) throw new Error("the key has no coordinates");
  // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]), left, Buffer.from([0x22]), right]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}
