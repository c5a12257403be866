/**
 * Odd values in every call: a refusal is the client's fault, so the status is never 5xx, and no error has a part of an
 * SQL statement, a file path or a stack trace.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Host, startHost } from "../support/host.ts";

const DEEP = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
/** JSON texts: NUL, lone surrogates, numbers beyond every type, and types that no parameter has. */
const VALUES: readonly string[] = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00x"',
  "1e400",
  "-1e400",
  "99999999999999999999999999",
  "-9223372036854775809",
  "1.5",
  "null",
  "true",
  "[]",
  "[null]",
  '["\\u0000"]',
  "{}",
  '{"a":{"b":["\\u0000"]}}',
  '""',
  '"%"',
  '"infinity"',
  '"NaN"',
  '"00000000-0000-4000-8000-000000000000"',
  JSON.stringify("9999-99-99"),
  JSON.stringify("294277-01-01"),
  JSON.stringify("x".repeat(70_000)),
];
const ADMIN_VALUES = ['"\\u0000"', "null", "1e400", '"00000000-0000-4000-8000-000000000000"'];
const BODIES: readonly string[] = [
  "",
  "{",
  "null",
  "0",
  "1e400",
  "[]",
  "[[]]",
  '""',
  '"\\u0000"',
  '{"__proto__":{"a":1}}',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
  "\u0000",
  "\ufeff{}",
  "\xff\xfe",
  DEEP,
];
const TEXTS = [
  "%00",
  "a%00b",
  "%ED%A0%80",
  "%ff",
  "%25",
  "..%2f",
  "%0d%0aX: y",
  "99999999999999999999",
  "'",
  '"',
  "%F4%90%80%80",
];
const AUTH: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "POST",
    "signup",
    [
      "email",
      "phone",
      "password",
      "data",
      "channel",
      "code_challenge",
      "code_challenge_method",
      "gotrue_meta_security",
    ],
  ],
  ["POST", "token?grant_type=password", ["email", "phone", "password", "gotrue_meta_security"]],
  ["POST", "token?grant_type=refresh_token", ["refresh_token"]],
  ["POST", "token?grant_type=pkce", ["auth_code", "code_verifier"]],
  ["POST", "token?grant_type=id_token", ["provider", "id_token", "nonce", "access_token"]],
  ["POST", "token?grant_type=web3", ["chain", "message", "signature"]],
  ["POST", "otp", ["email", "phone", "create_user", "data", "channel", "code_challenge"]],
  ["POST", "magiclink", ["email", "data"]],
  ["POST", "recover", ["email", "code_challenge", "code_challenge_method"]],
  ["POST", "resend", ["type", "email", "phone"]],
  ["POST", "verify", ["type", "token", "token_hash", "email", "phone", "redirect_to"]],
  ["POST", "invite", ["email", "data"]],
  ["POST", "logout", ["scope"]],
  ["PUT", "user", ["email", "phone", "password", "nonce", "data", "current_password", "channel"]],
  ["POST", "factors", ["factor_type", "friendly_name", "issuer", "phone"]],
  ["POST", "factors/00000000-0000-4000-8000-000000000000/verify", ["challenge_id", "code", "web_authn"]],
  ["POST", "factors/00000000-0000-4000-8000-000000000000/challenge", ["channel", "web_authn"]],
  [
    "POST",
    "admin/users",
    [
      "email",
      "phone",
      "password",
      "password_hash",
      "user_metadata",
      "app_metadata",
      "ban_duration",
      "id",
      "role",
      "email_confirm",
      "nonce",
    ],
  ],
  ["POST", "admin/generate_link", ["type", "email", "new_email", "password", "data", "redirect_to"]],
];
const STORAGE: readonly (readonly [string, string, readonly string[]])[] = [
  ["POST", "bucket", ["id", "name", "public", "file_size_limit", "allowed_mime_types", "type"]],
  ["PUT", "bucket/news-images", ["public", "file_size_limit", "allowed_mime_types"]],
  ["POST", "object/list/news-images", ["prefix", "limit", "offset", "sortBy", "search"]],
  ["POST", "object/list-v2/news-images", ["prefix", "limit", "cursor", "with_delimiter", "sortBy"]],
  ["POST", "object/move", ["bucketId", "sourceKey", "destinationKey", "destinationBucket"]],
  [
    "POST",
    "object/copy",
    ["bucketId", "sourceKey", "destinationKey", "destinationBucket", "metadata", "copyMetadata"],
  ],
  ["POST", "object/sign/news-images", ["expiresIn", "paths", "transform"]],
  ["POST", "object/sign/news-images/a.png", ["expiresIn", "transform"]],
  ["POST", "object/upload/sign/news-images/a.png", ["upsert"]],
  ["DELETE", "object/news-images", ["prefixes"]],
];
/** Functions that call a provider are only called by callers whom they refuse. */
const FUNCTIONS: readonly (readonly [string, readonly string[], readonly Sent["by"][]])[] = [
  ["phone-lookup", ["phone"], ["visitor"]],
  ["recover-by-phone", ["phone", "redirectTo"], ["visitor"]],
  ["set-temporary-password", ["userId"], ["visitor"]],
  ["admin-reset-password", ["userId", "newPassword"], ["admin", "secret"]],
  ["delete-user", ["userId", "password"], ["admin", "secret"]],
  ["update-api-key", ["apiKey", "provider"], ["visitor"]],
  ["sync-live-scores", ["runId"], ["visitor"]],
  ["send-messages", ["run"], ["visitor", "admin"]],
  ["calendar", ["token"], ["visitor"]],
  ["unsubscribe", ["token", "kind"], ["visitor"]],
];
const AUTH_ADDRESSES = [
  "verify?type=signup&token=",
  "verify?token=x&type=",
  "verify?type=signup&token=x&redirect_to=",
  "admin/users/",
  "admin/users?page=",
  "admin/users?per_page=",
  "admin/audit?query=",
  "authorize?provider=",
  "callback?code=",
  "user/identities/",
  "factors/",
];
const STORAGE_ADDRESSES = [
  "object/",
  "object/news-images/",
  "object/public/news-images/",
  "object/info/news-images/",
  "object/sign/news-images/a?token=",
  "object/upload/sign/news-images/a?token=",
  "render/image/public/news-images/a?width=",
  "bucket/",
  "bucket?limit=",
].map((path) => `storage/v1/${path}`);
/** Keys and tokens. */
const CREDENTIALS = [
  "x",
  "sb_secret_x",
  "sb_publishable_",
  "a.b.c",
  "..",
  "eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.",
  "eyJhbGciOiJFUzI1NiIsImtpZCI6Ii4uLy4uL2V0Yy9wYXNzd2QifQ.e30.AAAA",
  "eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoicG9zdGdyZXMifQ.AAAA",
  `eyJhbGciOiJFUzI1NiJ9.${"A".repeat(4000)}.AAAA`,
  "'; select 1; --",
];
const SERVICES = [
  "rest/v1/teams",
  "rest/v1/rpc/my_data",
  "auth/v1/user",
  "auth/v1/admin/users",
  "storage/v1/bucket",
  "storage/v1/object/news-images/a.png",
  "functions/v1/delete-user",
  "functions/v1/phone-lookup",
  "functions/v1/no-such-function",
  "realtime/v1/api/broadcast",
  "realtime/v1/websocket",
];
const REVEALING: Readonly<Record<string, RegExp>> = {
  SQL: /\bselect\b.+\bfrom\b|\binsert into\b|\bupdate\b.+\bset\b|\bdelete from\b|\bSQL (statement|function)\b|PL\/pgSQL/i,
  "a file path": /(^|[^\w:/.])\/(home|work|tmp|var|usr|etc|opt|root|proc)\//,
  "a stack trace": /\n *at |\.[cm]?[jt]s:\d+|node_modules|node:internal/,
};
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

describe("odd values", () => {
  let host: Host;
  let tokens: Record<string, string>;
  beforeAll(async () => {
    host = await startHost();
    const admin = await host.admin("Olga Odd");
    const token = (await admin.api.auth.getSession()).data.session?.access_token ?? "";
    tokens = { admin: token, secret: host.secretKey };
  });
  afterAll(() => host.stop());

  /** The 5xx responses and the revealing errors, ten requests at a time. */
  async function failures(requests: readonly Sent[]): Promise<string[]> {
    const failed = new Set<string>();
    const waiting = [...requests];
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { method, path, body, by, type, credentials } = next;
        const response = await fetch(`${host.url}/${path}`, {
          method,
          redirect: "manual",
          headers: {
            apikey: by === "secret" ? host.secretKey : host.publishableKey,
            ...(by === "visitor" ? {} : { authorization: `Bearer ${tokens[by]}` }),
            "content-type": type ?? "application/json",
            ...credentials,
          },
          ...(body === undefined ? {} : { body }),
        });
        const text = await response.text();
        const revealed = response.status >= 400 ? revealedBy(text) : "";
        // Storage puts the status of most errors in the body.
        if (response.status >= 500 || /"statusCode":"5/.test(text) || revealed)
          failed.add(
            `${response.status} ${revealed} ${by} ${method} ${path.slice(0, 120)} ${body?.slice(0, 120)} => ${text.slice(0, 200)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: 10 }, worker));
    return [...failed].sort();
  }

  const bodies = (
    method: string,
    path: string,
    fields: readonly string[],
    by: readonly Sent["by"][],
  ): Sent[] =>
    by.flatMap((caller) => [
      ...BODIES.map((body) => ({ method, path, body, by: caller })),
      ...fields.flatMap((field) =>
        VALUES.map((value) => ({ method, path, body: `{${JSON.stringify(field)}:${value}}`, by: caller })),
      ),
    ]);

  const openApi = async (): Promise<OpenApi> =>
    (await fetch(`${host.url}/rest/v1/`, { headers: { apikey: host.secretKey } })).json() as Promise<OpenApi>;
  const secretly = { by: "secret" } as const;

  it("are refused by every function of the database", async () => {
    const { paths } = await openApi();
    const sent = Object.entries(paths).flatMap(([path, { post }]) => {
      if (!path.startsWith("/rpc/") || !post) return [];
      const schema = post.parameters.find(({ in: where }) => where === "body")?.schema;
      const fields = Object.keys(schema?.properties ?? {});
      return VALUES.flatMap((value) => {
        const body = `{${fields.map((field) => `${JSON.stringify(field)}:${value}`).join(",")}}`;
        // As an admin only some: 50 in five minutes are allowed.
        const by: Sent["by"][] = ADMIN_VALUES.includes(value) ? ["admin", "secret", "visitor"] : ["secret"];
        return by.map((caller) => ({ method: "POST", path: `rest/v1${path}`, body, by: caller }));
      });
    });
    expect(sent.length).toBeGreaterThan(1000);
    expect(await failures(sent)).toEqual([]);
  });

  it("are refused by every table", async () => {
    const { definitions } = await openApi();
    const sent = Object.entries(definitions).flatMap(([table, { properties }]) => {
      const path = `rest/v1/${table}`;
      const columns = Object.keys(properties);
      return [
        ...VALUES.map((value) => `{${columns.map((column) => `"${column}":${value}`).join(",")}}`).map(
          (body) => ({ method: "POST", path, body, ...secretly }),
        ),
        ...TEXTS.flatMap((text) => [
          ...columns.map((column) => `${path}?${column}=eq.${text}`),
          ...["select", "order", "limit", "or", "on_conflict"].map((name) => `${path}?${name}=${text}`),
        ]).map((address) => ({ method: "GET", path: address, ...secretly })),
      ];
    });
    expect(sent.length).toBeGreaterThan(1000);
    expect(await failures(sent)).toEqual([]);
  });

  it("are refused by the auth service", async () => {
    const sent = AUTH.flatMap(([method, path, fields]) =>
      bodies(method, `auth/v1/${path}`, fields, [/admin|invite/.test(path) ? "secret" : "admin"]),
    );
    const addresses = TEXTS.flatMap((text) => AUTH_ADDRESSES.map((address) => `auth/v1/${address}${text}`));
    const paths = addresses.flatMap((path) =>
      ["GET", "DELETE"].map((method) => ({ method, path, ...secretly })),
    );
    expect(await failures([...sent, ...paths])).toEqual([]);
  });

  it("are refused by storage", async () => {
    const uploaded = await host.secret.storage
      .from("news-images")
      .upload("a.png", PNG, { contentType: "image/png" });
    expect(uploaded.error).toBeNull();
    const sent = STORAGE.flatMap(([method, path, fields]) =>
      bodies(method, `storage/v1/${path}`, fields, ["visitor", "admin"]),
    );
    const move = {
      bucketId: "news-images",
      sourceKey: "a.png",
      destinationKey: "b.png",
      destinationBucket: "n",
    };
    const whole = Object.values(move).flatMap((given) =>
      VALUES.flatMap((value) =>
        ["move", "copy"].map((verb) => ({
          method: "POST",
          path: `storage/v1/object/${verb}`,
          body: JSON.stringify(move).replace(`"${given}"`, () => value),
          ...secretly,
        })),
      ),
    );
    const paths = TEXTS.flatMap((text) =>
      STORAGE_ADDRESSES.flatMap((address) => [
        ...["GET", "DELETE", "HEAD"].map((method) => ({ method, path: address + text, ...secretly })),
        ...["POST", "PUT"].map((method) => ({
          method,
          path: address + text,
          body: "x",
          type: "image/png",
          ...secretly,
        })),
      ]),
    );
    expect(await failures([...sent, ...whole, ...paths])).toEqual([]);
  });

  it("are refused as keys and tokens", async () => {
    const sent = SERVICES.flatMap((path) =>
      CREDENTIALS.flatMap((credential): Sent[] =>
        [
          { apikey: credential },
          { apikey: host.publishableKey, authorization: `Bearer ${credential}` },
          { apikey: credential, authorization: `Bearer ${tokens.admin}` },
        ].map((credentials) => ({ method: "GET", path, by: "visitor", credentials })),
      ),
    );
    expect(await failures(sent)).toEqual([]);
  });

  it("are refused by edge functions and broadcasts", async () => {
    const sent = FUNCTIONS.flatMap(([name, fields, by]) => [
      ...bodies("POST", `functions/v1/${name}`, fields, by),
      ...[...fields, "token"].flatMap((field) =>
        TEXTS.flatMap((text) =>
          ["GET", "POST"].map((method) => ({
            method,
            path: `functions/v1/${name}?${field}=${text}&token=x&kind=results`,
            by: "visitor" as const,
          })),
        ),
      ),
    ]);
    const broadcasts = bodies("POST", "realtime/v1/api/broadcast", ["messages"], ["secret"]);
    expect(await failures([...sent, ...broadcasts])).toEqual([]);
  });
});

function revealedBy(text: string): string {
  return Object.entries(REVEALING)
    .flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []))
    .join();
}

interface Sent {
  method: string;
  path: string;
  body?: string;
  by: "visitor" | "admin" | "secret";
  type?: string;
  /** Other headers `apikey` and `authorization` than the caller's. */
  credentials?: Record<string, string>;
}

interface OpenApi {
  paths: Record<string, { post?: { parameters: { in: string; schema?: { properties?: object } }[] } }>;
  definitions: Record<string, { properties: object }>;
}
