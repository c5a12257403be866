/** The functions of a temporary folder, for the tests of one file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { loadConfig } from "../config/config.ts";
import { createAddressReader, peerOf } from "../gateway/address.ts";
import { type Keys, newKeys } from "../gateway/keys.ts";
import { createTokens } from "../gateway/tokens.ts";
import { createFunctions, type FunctionsDeps } from "./functions.ts";
import { packageInstaller } from "./modules/packages.ts";

export interface FunctionsHost {
  readonly keys: Keys;
  /** The log of the current test. */
  readonly logged: readonly { event: string; error: unknown }[];
  write(path: string, text: string): void;
  call(path: string, init?: RequestInit): Promise<Response>;
  /** For a server. */
  fetch: ReturnType<typeof createFunctions>["fetch"];
  /** As the developer at this machine. */
  callHere(path: string): Promise<Response>;
  /** The time limit in milliseconds for later calls of the current test. Without it no test reaches the limit. */
  limitTime(milliseconds: number): void;
}

/** Longer than any test takes. */
export const LONG_LIMIT_MS = 60 * 60_000;

/** `config`: the text of config.toml. */
export function useFunctions(config = ""): FunctionsHost {
  const dir = mkdtempSync(join(tmpdir(), "functions-test-"));
  const logged: { event: string; error: unknown }[] = [];
  let deps: FunctionsDeps;
  let app: ReturnType<typeof createFunctions>;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  beforeAll(async () => {
    write("config.toml", config);
    const keys = await newKeys();
    const tokens = await createTokens(keys.signing_keys);
    deps = {
      config: loadConfig(dir),
      gateway: { keys, tokens, address: createAddressReader([]) },
      ownUrl: "http://host.test",
      siteUrl: "http://club.test",
      apiUrl: "http://club.test",
      install: packageInstaller(join(dir, "packages")),
      settings: () => ({ SMTP_URL: "smtp://mail.test?from=club@example.com" }),
      isOwners: (_request, env) => peerOf(env) === "127.0.0.1",
      log: (event, error) => logged.push({ event, error }),
    };
    app = createFunctions(deps);
  });
  beforeEach(() => {
    logged.length = 0;
    deps.timeLimit = LONG_LIMIT_MS;
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  return {
    get keys() {
      return deps.gateway.keys;
    },
    logged,
    write,
    fetch: (...request) => app.fetch(...request),
    async call(path, init = {}) {
      const env = { incoming: { socket: { remoteAddress: "192.0.2.1" } } };
      const headers = { apikey: deps.gateway.keys.secret_key, "x-forwarded-for": "198.51.100.7" };
      return app.request(`http://host.test/functions/v1/${path}`, { method: "POST", headers, ...init }, env);
    },
    async callHere(path) {
      const env = { incoming: { httpVersion: "1.1", socket: { remoteAddress: "127.0.0.1" } } };
      const headers = { apikey: deps.gateway.keys.secret_key };
      return app.request(`http://127.0.0.1/functions/v1/${path}`, { method: "POST", headers }, env);
    },
    limitTime(milliseconds) {
      deps.timeLimit = milliseconds;
    },
  };
}
