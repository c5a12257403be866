import { describe, expect, test } from "vitest";
import { isSignedBy } from "./wallet-signatures.ts";

describe("an Ethereum signature", () => {
  /** The example in web3.js's documentation (web3.eth.accounts.sign). */
  const address = "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23";
  const signature =
    "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c";

  test("matches the address derived from its public key", async () => {
    expect(await isSignedBy("ethereum", address, "Some data", signature)).toBe(true);
    expect(await isSignedBy("ethereum", address.toLowerCase(), "Some data", signature.slice(2))).toBe(true);
    expect(await isSignedBy("ethereum", address, "Some data", `${signature.slice(0, -2)}01`)).toBe(true);
  });

  test.each([
    ["of another text", address, "Some date", signature],
    ["of another address", `0x${"1".repeat(40)}`, "Some data", signature],
    ["with the other recovery bit", address, "Some data", `${signature.slice(0, -2)}1b`],
    ["with no recovery bit at all", address, "Some data", `${signature.slice(0, -2)}ff`],
    ["of zeros", address, "Some data", `0x${"0".repeat(130)}`],
    ["beyond the curve's order", address, "Some data", `0x${"f".repeat(128)}1b`],
  ])("%s does not match", async (_, of, text, by) => {
    expect(await isSignedBy("ethereum", of, text, by)).toBe(false);
  });

  test.each(["", "0x", "0x12", "z".repeat(130), `0x${"0".repeat(132)}`])("throws for %s", async (text) => {
    await expect(isSignedBy("ethereum", address, "Some data", text)).rejects.toThrow("65 bytes");
  });
});

describe("a Solana signature", () => {
  /** The tests of RFC 8032, section 7.1, whose message is text. */
  test.each([
    [
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
      "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ],
    [
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
      "r",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ],
  ])("matches the key %s", async (publicKey, text, hex) => {
    const address = base58(publicKey);
    const signature = Buffer.from(hex, "hex");
    for (const encoding of ["base64", "base64url"] as const)
      expect(await isSignedBy("solana", address, text, signature.toString(encoding))).toBe(true);
    expect(await isSignedBy("solana", address, `${text} `, signature.toString("base64"))).toBe(false);
    signature[0] = (signature[0] ?? 0) ^ 1;
    expect(await isSignedBy("solana", address, text, signature.toString("base64"))).toBe(false);
  });

  test("does not match an address that is not a valid public key", async () => {
    const signature = Buffer.alloc(64).toString("base64");
    for (const address of ["1".repeat(32), "1".repeat(33), "2".repeat(44), "0OIl".repeat(10)])
      expect(await isSignedBy("solana", address, "text", signature)).toBe(false);
  });

  test.each(["", "AAAA", "+".repeat(85), `${"-".repeat(43)}${"+".repeat(43)}`])(
    "throws for %s",
    async (text) => {
      await expect(isSignedBy("solana", "1".repeat(32), "text", text)).rejects.toThrow("64 bytes");
    },
  );
});

function base58(hex: string): string {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  let text = "";
  for (let number = BigInt(`0x${hex}`); number > 0n; number /= 58n)
    text = `${alphabet[Number(number % 58n)]}${text}`;
  return text;
}
