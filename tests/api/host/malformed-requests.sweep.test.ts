/** Malformed requests, sent byte by byte. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Host, startHost } from "../support/host.ts";
import { openSocket } from "../support/raw-websocket.ts";

describe("a request", () => {
  let host: Host;
  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host.stop());

  /** The host's whole response. The host closes the connection although this side stays open. */
  async function answerTo(...lines: string[]): Promise<{ status: number; body: string }> {
    const { hostname, port } = new URL(host.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.write(lines.join("\r\n"), "latin1");
    const said = await text(socket);
    socket.destroy();
    const [head = "", ...body] = said.split("\r\n\r\n");
    return { status: Number(head.split(" ")[1]), body: body.join("\r\n\r\n") };
  }
  const upgrade = (name: string) => [
    "Host: club.test",
    "Connection: close, Upgrade, HTTP2-Settings",
    `Upgrade: ${name}`,
  ];

  it.each(["999.999.999.999", "xn--", "0x1.2.3.4.5", "%"])(
    "with the Host header %s is refused",
    async (name) => {
      for (const path of ["/", "/rest/v1/teams", "/functions/v1/any", "/realtime/v1/api/broadcast"]) {
        const { status } = await answerTo(
          `GET ${path} HTTP/1.1`,
          `Host: ${name}`,
          "Connection: close",
          "",
          "",
        );
        expect([path, status]).toEqual([path, 400]);
      }
    },
  );

  it.each(["/", "//", "///", "//:80", "http://[", "http://", "\\", "*", "/%", "//realtime/v1/websocket"])(
    "for an upgrade at the path %s does not crash the host",
    async (target) => {
      const plain = await answerTo(`GET ${target} HTTP/1.1`, "Host: club.test", "Connection: close", "", "");
      expect(plain.status).toBeGreaterThanOrEqual(400);
      expect(plain.status).toBeLessThan(500);
      expect(await answerTo(`GET ${target} HTTP/1.1`, ...upgrade("websocket"), "", "")).toEqual(plain);
      expect((await fetch(`${host.url}/healthz`)).status).toBe(200);
    },
  );

  it("for an upgrade to HTTP/2 is answered over HTTP/1.1", async () => {
    const health = await answerTo(
      "GET /healthz HTTP/1.1",
      ...upgrade("h2c"),
      "HTTP2-Settings: AAMAAABk",
      "",
      "",
    );
    expect([health.status, health.body]).toEqual([200, await (await fetch(`${host.url}/healthz`)).text()]);
    const body = JSON.stringify({ email: "nobody@example.com", password: "Wrong1Password" });
    const token = "POST /auth/v1/token?grant_type=password HTTP/1.1";
    const headers = [`apikey: ${host.publishableKey}`, "Content-Type: application/json"];
    const whole = [...headers, `Content-Length: ${body.length}`, "", body];
    const chunked = [
      ...headers,
      "Transfer-Encoding: chunked",
      "",
      body.length.toString(16),
      body,
      "0",
      "",
      "",
    ];
    for (const rest of [whole, chunked]) {
      const refused = await answerTo(token, ...upgrade("h2c"), ...rest);
      expect([refused.status, JSON.parse(refused.body).error_code]).toEqual([400, "invalid_credentials"]);
    }
  });

  it("for a WebSocket without an API key is refused with a message", async () => {
    const path = "/realtime/v1/websocket?apikey=sb_publishable_other&vsn=1.0.0";
    const refused = await answerTo(`GET ${path} HTTP/1.1`, ...upgrade("websocket"), "", "");
    expect([refused.status, JSON.parse(refused.body)]).toEqual([401, { message: "Invalid API key" }]);
    (await openSocket(host)).socket.terminate();
  });
});
