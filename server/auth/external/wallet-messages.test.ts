import { describe, expect, test } from "vitest";
import { parseWalletMessage } from "./wallet-messages.ts";

const ETHEREUM = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
const SOLANA = "4Cw1koUQtqybLFem7uqhzMBznMPGARbFS4cjaYbM9RnR";

const lines = (...all: readonly string[]) => all.join("\n");
const fields = ["URI: https://example.com/login", "Version: 1", "Chain ID: 1", "Nonce: 32891756"];
const issued = "Issued At: 2021-09-30T16:25:24Z";
const header = (domain: string, chain = "Ethereum") =>
  `${domain} wants you to sign in with your ${chain} account:`;

describe("a message of EIP-4361", () => {
  /** The three examples of the standard. */
  test.each([
    ["example.com", null, "example.com"],
    ["example.com:3388", null, "example.com:3388"],
    ["https://example.com", "https", "example.com"],
  ])("requested by %s is parsed completely", (asker, scheme, domain) => {
    const message = parseWalletMessage(
      lines(
        header(asker),
        ETHEREUM,
        "",
        "I accept the ExampleOrg Terms of Service: https://example.com/tos",
        "",
        ...fields,
        issued,
        "Resources:",
        "- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/",
        "- https://example.com/my-web2-claim.json",
      ),
      "ethereum",
    );
    expect(message).toMatchObject({
      domain,
      scheme,
      address: ETHEREUM,
      statement: "I accept the ExampleOrg Terms of Service: https://example.com/tos",
      chainId: "1",
      nonce: "32891756",
      issuedAt: Date.UTC(2021, 8, 30, 16, 25, 24),
      expirationTime: null,
      notBefore: null,
      requestId: "",
    });
    expect(message.uri.href).toBe("https://example.com/login");
    expect(message.resources).toHaveLength(2);
  });

  test("may have no statement, or every optional field", () => {
    const bare = parseWalletMessage(
      lines(header("example.com"), ETHEREUM, "", "", ...fields, issued),
      "ethereum",
    );
    expect(bare).toMatchObject({ statement: null, resources: [] });
    const times = [
      "Expiration Time: 2021-09-30T17:25:24.5+01:00",
      "Not Before: 2021-09-30T16:25:24Z",
      "Request ID: a",
    ];
    const full = lines(header("example.com"), ETHEREUM, "", "", ...fields, issued, ...times, "Resources:");
    expect(parseWalletMessage(full, "ethereum")).toMatchObject({
      expirationTime: Date.UTC(2021, 8, 30, 16, 25, 24, 500),
      notBefore: Date.UTC(2021, 8, 30, 16, 25, 24),
      requestId: "a",
      resources: [],
    });
  });

  const body = [...fields, issued];
  test.each<[string, readonly string[]]>([
    ["nothing", [""]],
    ["no domain", [header(""), ETHEREUM, "", "", ...body]],
    ["a domain with a user", [header("me@example.com"), ETHEREUM, "", "", ...body]],
    ["a path for a domain", [header("example.com/login"), ETHEREUM, "", "", ...body]],
    ["words before the domain", [`x ${header("example.com")}`, ETHEREUM, "", "", ...body]],
    ["another chain's name", [header("example.com", "Solana"), ETHEREUM, "", "", ...body]],
    ["a short address", [header("example.com"), ETHEREUM.slice(0, -1), "", "", ...body]],
    ["no line between address and statement", [header("example.com"), ETHEREUM, "statement", "", ...body]],
    ["a statement of two lines", [header("example.com"), ETHEREUM, "", "one", "two", "", ...body]],
    ["a field twice", [header("example.com"), ETHEREUM, "", "", ...body, issued]],
    ["fields out of order", [header("example.com"), ETHEREUM, "", "", issued, ...fields]],
    ["an unknown field", [header("example.com"), ETHEREUM, "", "", ...body, "Role: admin"]],
    ["an empty line at its end", [header("example.com"), ETHEREUM, "", "", ...body, ""]],
    ["carriage returns", [header("example.com"), `${ETHEREUM}\r`, "", "", ...body]],
    [
      "another version",
      [header("example.com"), ETHEREUM, "", "", ...body.map((l) => l.replace("n: 1", "n: 2"))],
    ],
    ["no URI", [header("example.com"), ETHEREUM, "", "", ...body.slice(1)]],
    ["a URI that is none", [header("example.com"), ETHEREUM, "", "", "URI: login", ...body.slice(1)]],
    ["no chain", [header("example.com"), ETHEREUM, "", "", ...body.filter((l) => !l.startsWith("Chain"))]],
    [
      "a chain by name",
      [header("example.com"), ETHEREUM, "", "", ...body.map((l) => l.replace("ID: 1", "ID: main"))],
    ],
    [
      "a short nonce",
      [header("example.com"), ETHEREUM, "", "", ...body.map((l) => l.replace("32891756", "3289175"))],
    ],
    ["no time of issue", [header("example.com"), ETHEREUM, "", "", ...fields]],
    [
      "a time of no calendar",
      [header("example.com"), ETHEREUM, "", "", ...fields, "Issued At: 2021-13-30T16:25:24Z"],
    ],
    [
      "a time without its zone",
      [header("example.com"), ETHEREUM, "", "", ...fields, "Issued At: 2021-09-30T16:25:24"],
    ],
    [
      "an end before its beginning",
      [header("example.com"), ETHEREUM, "", "", ...body, "Expiration Time: 2021-09-30T16:25:23Z"],
    ],
    ["a resource that is no URI", [header("example.com"), ETHEREUM, "", "", ...body, "Resources:", "- tos"]],
  ])("is refused with %s", (_, all) => {
    expect(() => parseWalletMessage(lines(...all), "ethereum")).toThrow("not a sign-in message");
  });
});

describe("a message of a Solana wallet", () => {
  test("is parsed in the official client's field order", () => {
    const text = lines(
      header("example.com", "Solana"),
      SOLANA,
      "",
      "I agree",
      "",
      "Version: 1",
      "URI: https://example.com/",
      issued,
      "Chain ID: solana:mainnet",
      "Resources",
      "- https://example.com/tos",
    );
    expect(parseWalletMessage(text, "solana")).toMatchObject({
      address: SOLANA,
      statement: "I agree",
      chainId: "solana:mainnet",
      nonce: "",
      resources: ["https://example.com/tos"],
    });
  });

  test.each<[string, readonly string[]]>([
    [
      "an address of another alphabet",
      [SOLANA.replace("4", "0"), "", "Version: 1", "URI: https://a.b/", issued],
    ],
    ["an unknown network", [SOLANA, "", "Version: 1", "URI: https://a.b/", issued, "Chain ID: 1"]],
    ["a field twice", [SOLANA, "", "Version: 1", "Version: 1", "URI: https://a.b/", issued]],
  ])("is refused with %s", (_, rest) => {
    const text = lines(header("example.com", "Solana"), ...rest);
    expect(() => parseWalletMessage(text, "solana")).toThrow("not a sign-in message");
  });
});
