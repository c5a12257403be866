import { expect, test } from "vitest";
import { isPublic, ownAddress, publicAddresses } from "./addresses.ts";

test.each([
  ["93.184.216.34", true],
  ["2606:4700::1111", true],
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["169.254.169.254", false],
  ["172.31.0.1", false],
  ["192.168.1.1", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["255.255.255.255", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["fd00::1", false],
  ["fe80::1", false],
  ["64:ff9b::7f00:1", false],
  ["2002:7f00:1::", false],
  ["2001:db8::1", false],
])("%s is public: %s", (address, expected) => {
  expect(isPublic(address)).toBe(expected);
});

test.each(["localhost", "127.0.0.1", "[::1]", "169.254.169.254"])(
  "refuses the address of %s",
  async (name) => {
    await expect(publicAddresses(name)).rejects.toThrow(`${name} is an address inside the network`);
  },
);

test.each([
  ["http://kong:8000/functions/v1/greet?a=1", "http://127.0.0.1:1234/functions/v1/greet?a=1"],
  ["http://host.docker.internal:54321/rest/v1/", "http://127.0.0.1:1234/rest/v1/"],
  ["https://api.club.test/functions/v1/greet", "http://127.0.0.1:1234/functions/v1/greet"],
  ["https://api.club.test.example/functions", "https://api.club.test.example/functions"],
])("reaches the host's own API by %s", (given, expected) => {
  expect(ownAddress(new URL(given), "http://127.0.0.1:1234", "https://api.club.test").href).toBe(expected);
});
