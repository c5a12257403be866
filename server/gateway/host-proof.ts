/** /host-proof: lets a command check that its own host answers at an address, before it sends the secret key there. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";

/** What the host of these keys answers at `url` to `challenge`. The address keeps another program from passing it on. */
function proofOf(secretKey: string, url: string, challenge: string): Buffer {
  return createHmac("sha256", secretKey).update(`host proof\n${url}\n${challenge}`).digest();
}

/** True if `proof` could only be computed with the secret key. */
export function isProof(proof: string, secretKey: string, url: string, challenge: string): boolean {
  const expected = proofOf(secretKey, url, challenge);
  const given = Buffer.from(proof, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const CHALLENGE = /^[\w-]{22,64}$/;

/** GET /host-proof?challenge=…: 22 to 64 characters of base64url. */
export function createHostProof(secretKey: string, ownUrl: string): Hono {
  const app = new Hono();
  app.get("/host-proof", (c) => {
    const challenge = c.req.query("challenge") ?? "";
    if (!CHALLENGE.test(challenge)) return c.json({ message: "challenge is not valid" }, 400);
    const proof = proofOf(secretKey, ownUrl, challenge).toString("base64url");
    return c.json({ proof }, 200, { "cache-control": "no-store" });
  });
  return app;
}
