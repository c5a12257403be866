import { describe, expect, test } from "vitest";
import { qrCode } from "./qr-code.ts";
import { newTotpSecret, totpUri } from "./totp.ts";

/** Which modules are dark, row by row, without the quiet zone. */
function modulesOf(svg: string): string[] {
  const [, width] = /viewBox="0 0 (\d+) \1"/.exec(svg) ?? [];
  const size = Number(width) / 3 - 8;
  const dark = new Set(
    [...svg.matchAll(/M(\d+),(\d+)h3/g)].map(([, x, y]) => `${Number(x) / 3},${Number(y) / 3}`),
  );
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => (dark.has(`${x + 4},${y + 4}`) ? "#" : " ")).join(""),
  );
}

const FINDER = ["#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######"];

describe("the QR code of an authenticator's address", () => {
  const modules = modulesOf(qrCode(totpUri("club.test", "ada@club.test", newTotpSecret())));

  test("is a symbol of ISO/IEC 18004: finders in three corners, timing between them", () => {
    expect((modules.length - 17) % 4).toBe(0);
    const corner = (x: number, y: number) => modules.slice(y, y + 7).map((row) => row.slice(x, x + 7));
    const far = modules.length - 7;
    expect([corner(0, 0), corner(far, 0), corner(0, far)]).toEqual([FINDER, FINDER, FINDER]);
    expect(modules[6]?.slice(8, modules.length - 8)).toMatch(/^(# )+#$/);
  });

  test("corrects as much as a symbol can", () => {
    // The format's first two bits are the level, masked by 101...: H is 10, so 00 shows (section 7.9).
    expect(modules[8]?.slice(0, 2)).toBe("  ");
  });

  test("is another one for another secret, and can stand in a data URI as it is", () => {
    const uris = [newTotpSecret(), newTotpSecret()].map((secret) =>
      totpUri("club.test", "ada@club.test", secret),
    );
    const [one, other] = uris.map(qrCode);
    expect(one).not.toBe(other);
    expect(one).toMatch(/^<svg [^#%]+<\/svg>$/);
  });
});
