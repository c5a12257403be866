import { describe, expect, test } from "vitest";
import { qrCode } from "./qr-code.ts";
import { newTotpSecret, totpUri } from "./totp.ts";

/** The dark modules, row by row, without the quiet zone. */
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

  test("has the finder and timing patterns of ISO/IEC 18004", () => {
    expect((modules.length - 17) % 4).toBe(0);
    const corner = (x: number, y: number) => modules.slice(y, y + 7).map((row) => row.slice(x, x + 7));
    const far = modules.length - 7;
    expect([corner(0, 0), corner(far, 0), corner(0, far)]).toEqual([FINDER, FINDER, FINDER]);
    expect(modules[6]?.slice(8, modules.length - 8)).toMatch(/^(# )+#$/);
  });

  test("uses the highest error correction level", () => {
    // The first two bits of the format are the level, masked by 101...: H is 10, which becomes 00 (section 7.9).
    expect(modules[8]?.slice(0, 2)).toBe("  ");
  });

  test("differs for another secret and needs no encoding in a data URI", () => {
    const uris = [newTotpSecret(), newTotpSecret()].map((secret) =>
      totpUri("club.test", "ada@club.test", secret),
    );
    const [one, other] = uris.map(qrCode);
    expect(one).not.toBe(other);
    expect(one).toMatch(/^<svg [^#%]+<\/svg>$/);
  });
});
