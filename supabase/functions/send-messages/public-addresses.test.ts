import { expect, it } from "vitest";
import { InsideAddressError, isPublic, publicAddressesOf } from "./public-addresses.ts";

const INSIDE =
  "127.0.0.1 127.255.255.254 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 0.1.2.3 " +
  "192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 " +
  ":: ::1 fe80::1 fe80::1%eth0 febf::1 fc00::1 fdff::1 fec0::1 ff02::1 100::1 2001:db8::1 2002:a00:1:: 2001:0:a00:1:: " +
  "::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a00:1 ::10.0.0.1 ::ffff:0:10.0.0.1 64:ff9b::10.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 5f00::1";
const PUBLIC =
  "8.8.8.8 172.15.255.255 172.32.0.1 100.63.255.255 100.128.0.1 169.253.0.1 192.169.0.1 223.255.255.254 " +
  "::ffff:8.8.8.8 2001:4860:4860::8888 2a00:1450::1 64:ff9b::8.8.8.8";

it.each(INSIDE.split(" "))("refuses %s", (address) => expect(isPublic(address)).toBe(false));
it.each(PUBLIC.split(" "))("accepts %s", (address) => expect(isPublic(address)).toBe(true));
it.each(["", "localhost", "8.8.8.8.8", "no address"])("refuses %j, which is no address", (text) =>
  expect(isPublic(text)).toBe(false),
);

it.each(["localhost", "127.0.0.1", "[::1]", "[::ffff:7f00:1]", "[fe80::1]", "169.254.169.254"])(
  "refuses a URL with the host %s",
  (hostname) => expect(publicAddressesOf(hostname)).rejects.toThrow(InsideAddressError),
);

it.each([
  ["127.1", "a short form"],
  ["2130706433", "a number"],
  ["0x7f.0.0.1", "hexadecimal"],
  ["0177.0.0.1", "octal"],
])("refuses a URL with %s, %s of a loopback address", (written) =>
  expect(publicAddressesOf(new URL(`https://${written}/`).hostname)).rejects.toThrow(InsideAddressError),
);

it("returns public addresses", () =>
  expect(publicAddressesOf("8.8.8.8")).resolves.toEqual([{ address: "8.8.8.8", family: 4 }]));
