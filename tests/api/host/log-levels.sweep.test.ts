/** Error-level lines and stacks are for faults of the host: clients that disconnect, send nonsense or are refused cause neither. */
import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../../eventually.ts";
import { type Host, type Person, startHost } from "../support/host.ts";

const MIB = 1024 * 1024;
/** The first bytes of a PNG, as latin1. */
const PICTURE = "\x89PNG\r\n\x1a\n";
const PNG = { "content-type": "image/png" };
let host: Host;
let person: Person;
let token: string;

beforeAll(async () => {
  host = await startHost({ env: { LOG_LEVEL: "info" } });
  person = await host.person("Anna Aborts");
  token = (await person.api.auth.getSession()).data.session?.access_token ?? "";
  const news = host.secret.storage.from("news-images");
  const { error } = await news.upload("news/big.png", Buffer.from(PICTURE.padEnd(4 * MIB, "x"), "latin1"), {
    contentType: "image/png",
  });
  expect(error).toBeNull();
});
afterAll(() => host?.stop());

type Headers = Readonly<Record<string, string>>;

/** Sends the text, and destroys the connection after `until` bytes of the answer, or a moment later without one. */
function cut(text: string, until = 0): Promise<void> {
  const { hostname, port } = new URL(host.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = 0;
    const end = () => {
      socket.resetAndDestroy();
      resolve();
    };
    socket.on("error", () => resolve());
    socket.on("close", () => resolve());
    socket.on("data", (bytes) => {
      received += bytes.length;
      if (until > 0 && received >= until) end();
    });
    socket.write(text, "latin1", () => {
      if (until === 0) setImmediate(end);
    });
  });
}

function half(
  method: string,
  path: string,
  headers: Headers = {},
  body = PICTURE.padEnd(100_000, "x"),
): string {
  const all = {
    host: new URL(host.url).host,
    apikey: host.secretKey,
    authorization: `Bearer ${host.secretKey}`,
    "content-length": "3000000",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

const FORM = { "content-type": "multipart/form-data; boundary=b" };
const FORM_BODY = `--b\r\ncontent-disposition: form-data; name=""; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${PICTURE.padEnd(100_000, "x")}`;
const JSON_TYPE = { "content-type": "application/json" };
const CHUNKED = { "content-length": "", "transfer-encoding": "chunked" };
const object = () => `/storage/v1/object/news-images/news/${randomUUID()}.png`;

async function resumable(): Promise<string> {
  const metadata = {
    bucketName: "news-images",
    objectName: `news/${randomUUID()}.png`,
    contentType: "image/png",
  };
  const pairs = Object.entries(metadata).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`,
  );
  const made = await fetch(`${host.url}/storage/v1/upload/resumable`, {
    method: "POST",
    headers: {
      apikey: host.secretKey,
      authorization: `Bearer ${host.secretKey}`,
      "tus-resumable": "1.0.0",
      "upload-length": "3000000",
      "upload-metadata": pairs.join(),
    },
  });
  expect(made.status).toBe(201);
  return new URL(made.headers.get("location") ?? "", host.url).pathname;
}

/** The lines of the log that an organiser would take for faults. */
function faults(): string[] {
  const lines = host.log().split("\n");
  return lines.filter(
    (line) => /"level":[56]0/.test(line) || line.includes('"stack"') || /^\s+at /.test(line),
  );
}

it("logs no fault when clients disconnect", async () => {
  const tus = {
    "tus-resumable": "1.0.0",
    "upload-offset": "0",
    "content-type": "application/offset+octet-stream",
  };
  const withoutLength = (text: string) => text.replace("content-length: \r\n", "");
  for (let round = 0; round < 3; round++) {
    await cut(half("POST", object(), PNG));
    await cut(half("PUT", object(), PNG));
    await cut(
      withoutLength(
        half("POST", object(), { ...PNG, ...CHUNKED }, `186a0\r\n${PICTURE.padEnd(100_000, "x")}`),
      ),
    );
    await cut(half("POST", object(), FORM, FORM_BODY));
    await cut(
      withoutLength(
        half("POST", object(), { ...FORM, ...CHUNKED }, `ffff\r\n${FORM_BODY.slice(0, 0xffff)}\r\n`),
      ),
    );
    await cut(half("PATCH", await resumable(), tus));
    await cut(half("POST", "/storage/v1/object/list/news-images", JSON_TYPE, "{"));
    await cut(half("POST", "/rest/v1/teams", JSON_TYPE, "[{"));
    await cut(half("POST", "/auth/v1/signup", JSON_TYPE, "{"));
    await cut(half("POST", "/functions/v1/delete-user", JSON_TYPE, "{"));
    await cut(
      withoutLength(half("POST", "/functions/v1/delete-user", { ...JSON_TYPE, ...CHUNKED }, "1\r\n{\r\n")),
    );
    await cut(half("POST", "/realtime/v1/api/broadcast", JSON_TYPE, "{"));
    await cut(withoutLength(half("POST", "/rest/v1/teams", { ...JSON_TYPE, ...CHUNKED }, "1\r\n[\r\n")));
    await cut(
      half("GET", "/storage/v1/object/public/news-images/news/big.png", { "content-length": "0" }, ""),
      1000,
    );
    await cut(half("GET", "/rest/v1/teams?select=*", { "content-length": "0" }, ""), 10);
    await cut("GET / HTTP/1.1\r\nhos");
    await cut("nonsense\r\n\r\n");
  }
  // What follows them was answered, so they were handled.
  expect((await fetch(`${host.url}/healthz`)).status).toBe(200);
  await eventually(() => expect(host.log().match(/the client disconnected/g)?.length).toBeGreaterThan(5));
  expect(faults()).toEqual([]);
});

it("logs no fault for malformed and refused requests", async () => {
  const statuses = new Set<number>();
  const ask = async (method: string, path: string, body: string, headers: Headers = JSON_TYPE) => {
    const keys = { apikey: host.publishableKey, authorization: `Bearer ${token}` };
    const answer = await fetch(`${host.url}${path}`, { method, body, headers: { ...keys, ...headers } });
    await answer.arrayBuffer();
    statuses.add(answer.status);
  };
  for (const body of ["", "{", "null", '{"a":"\\u0000"}', "[[[[", '{"email":1}']) {
    await ask("POST", "/auth/v1/signup", body);
    await ask("POST", "/auth/v1/token?grant_type=password", body);
    await ask("POST", "/rest/v1/teams", body);
    await ask("POST", "/rest/v1/rpc/save_push_subscription", body);
    await ask("POST", "/storage/v1/object/list/news-images", body);
    await ask("POST", "/storage/v1/object/copy", body);
    await ask("POST", "/functions/v1/delete-user", body);
    await ask("POST", "/functions/v1/send-messages", body);
    await ask("POST", "/realtime/v1/api/broadcast", body);
    await ask("POST", object(), body, FORM);
    await ask("POST", object(), body, PNG);
    await ask("POST", "/storage/v1/upload/resumable", body, {
      "tus-resumable": "1.0.0",
      "upload-length": "x",
    });
  }
  await ask("PATCH", "/rest/v1/teams?name=eq.x&bad", "{}");
  await ask("DELETE", "/rest/v1/matches?id=eq.1", "");
  await ask("POST", "/rest/v1/rpc/grant_admin", '{"_identifier":"x"}');
  await ask(
    "GET".replace("GET", "POST"),
    "/auth/v1/token?grant_type=id_token",
    '{"provider":"google","id_token":"x"}',
  );
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect(faults()).toEqual([]);
});
