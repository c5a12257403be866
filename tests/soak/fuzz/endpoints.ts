/** What the fuzz calls, as data: the endpoints of auth, storage, functions and realtime. The data API describes its own. */

export type Service = "auth" | "functions" | "realtime" | "rest" | "storage";
/**
 * `nobody` sends no key, `forged` a token with a wrong signature. `ended` and `ended admin` have signed out, and `banned` may
 * not sign in again, with an access token that has not expired.
 */
export type CallerName =
  | "nobody"
  | "visitor"
  | "forged"
  | "player"
  | "ended"
  | "other"
  | "banned"
  | "admin"
  | "ended admin"
  | "secret";

export interface Endpoint {
  service: Service;
  methods: readonly [string, ...string[]];
  /** The path of the host. `*` is replaced with a generated text. */
  path: string;
  /** Names of the JSON body's fields. Empty for an endpoint without a body. */
  fields: readonly string[];
  /** PostgreSQL's types of fields, where they are known. */
  formats?: Readonly<Record<string, string>>;
  /** Names of query parameters. */
  parameters: readonly string[];
  callers: readonly [CallerName, ...CallerName[]];
  /** Content types of bodies that are not JSON. */
  types?: readonly string[];
}

const NO_ID = "00000000-0000-4000-8000-000000000000";
export const ANYONE = [
  "nobody",
  "visitor",
  "forged",
  "player",
  "ended",
  "other",
  "banned",
  "admin",
  "ended admin",
  "secret",
] as const;
/** These functions call a provider for a permitted caller. */
const REFUSED = ["nobody", "visitor", "forged", "player", "ended", "other", "banned"] as const;

/** `line`: methods separated by commas, the path, and optionally `?` with the names of query parameters. */
function endpoint(
  service: Service,
  line: string,
  fields = "",
  callers: Endpoint["callers"] = ANYONE,
): Endpoint {
  const [methods = "", address = ""] = line.split(" ");
  const [path = "", parameters = ""] = address.split("?");
  const fixed = parameters.split("&").filter((part) => part.includes("="));
  const [method = "", ...more] = methods.split(",");
  return {
    service,
    methods: [method, ...more],
    path: `/${service}/v1/${path}${fixed.length > 0 ? `?${fixed.join("&")}` : ""}`,
    fields: words(fields),
    parameters: parameters.split("&").filter((part) => part !== "" && !part.includes("=")),
    callers,
  };
}

function words(text: string): string[] {
  return text.split(" ").filter(Boolean);
}

const AUTH: readonly Endpoint[] = (
  [
    [
      "POST signup",
      "email phone password data channel code_challenge code_challenge_method gotrue_meta_security",
    ],
    ["POST token?grant_type=password", "email phone password gotrue_meta_security"],
    ["POST token?grant_type=refresh_token", "refresh_token"],
    ["POST token?grant_type=pkce", "auth_code code_verifier"],
    ["POST token?grant_type=id_token", "provider id_token nonce access_token"],
    ["POST token?grant_type", "email password"],
    ["POST otp", "email phone create_user data channel code_challenge"],
    ["POST magiclink", "email data"],
    ["POST recover", "email code_challenge code_challenge_method"],
    ["POST resend", "type email phone"],
    ["POST verify", "type token token_hash email phone redirect_to"],
    ["GET verify?token&type&redirect_to&code"],
    ["POST invite", "email data"],
    ["POST logout?scope", "scope"],
    ["GET,PUT user", "email phone password nonce data current_password channel"],
    ["GET user/identities/authorize?provider&redirect_to"],
    ["DELETE user/identities/*"],
    ["GET reauthenticate"],
    ["GET settings"],
    ["GET authorize?provider&redirect_to&scopes"],
    ["GET callback?code&error&state"],
    ["POST sso", "domain provider_id"],
    ["POST factors", "factor_type friendly_name issuer phone"],
    ["DELETE factors/*"],
    [`POST factors/${NO_ID}/verify`, "challenge_id code web_authn"],
    ["POST factors/*/challenge", "channel web_authn"],
    [
      "POST,GET admin/users?page&per_page",
      "email phone password password_hash user_metadata app_metadata ban_duration id role email_confirm nonce",
    ],
    [
      "GET,PUT,DELETE admin/users/*",
      "email phone password user_metadata app_metadata ban_duration role email_confirm should_soft_delete",
    ],
    ["GET admin/users/*/factors"],
    ["DELETE admin/users/*/factors/*"],
    ["POST admin/generate_link", "type email new_email password data redirect_to"],
    ["GET admin/audit?query&page&per_page"],
    ["GET,POST *"],
  ] as const
).map(([line, fields]) => endpoint("auth", line, fields));

const STORAGE: readonly Endpoint[] = [
  ...(
    [
      ["GET bucket?limit&offset&search&sortColumn&sortOrder"],
      ["POST bucket", "id name public file_size_limit allowed_mime_types type"],
      ["GET,PUT,DELETE bucket/*", "public file_size_limit allowed_mime_types"],
      ["POST bucket/fuzz/empty"],
      ["POST object/list/*", "prefix limit offset sortBy search"],
      ["POST object/list-v2/*", "prefix limit cursor with_delimiter sortBy"],
      ["POST object/move", "bucketId sourceKey destinationKey destinationBucket"],
      ["POST object/copy", "bucketId sourceKey destinationKey destinationBucket metadata copyMetadata"],
      ["POST object/sign/fuzz", "expiresIn paths transform"],
      ["POST object/sign/fuzz/*", "expiresIn transform"],
      ["GET,PUT object/sign/fuzz/*?token"],
      ["POST,PUT object/upload/sign/fuzz/*?token", "upsert"],
      ["GET,HEAD,POST,PATCH,DELETE upload/resumable"],
      ["GET,HEAD,POST,PATCH,DELETE upload/resumable/*"],
      ["GET,HEAD,POST,PATCH,DELETE upload/resumable/sign/*"],
      ["DELETE object/fuzz", "prefixes"],
      ["GET,HEAD object/info/fuzz/*"],
      ["GET,HEAD object/public/news-images/*?download"],
      ["GET render/image/public/news-images/*?width&height&quality&resize&format"],
      ["GET render/image/authenticated/fuzz/*?width&height&quality&resize&format"],
      ["GET,POST *"],
    ] as const
  ).map(([line, fields]) => endpoint("storage", line, fields)),
  {
    ...endpoint("storage", "GET,HEAD,DELETE,POST,PUT object/fuzz/*"),
    types: ["image/png", "text/plain", "multipart/form-data; boundary=x", "application/json", "x"],
  },
];

const FUNCTIONS: readonly Endpoint[] = (
  [
    ["phone-lookup", "phone"],
    ["admin-reset-password", "email redirectTo userId newPassword"],
    ["delete-user", "userId password"],
    ["recover-by-phone", "phone redirectTo"],
    ["set-temporary-password", "userId"],
    ["send-test-email", ""],
    ["add-members", "requestKey members"],
    ["update-api-key", "apiKey provider", REFUSED],
    ["sync-live-scores", "runId", REFUSED],
    ["send-messages", "run"],
    ["calendar", "token"],
    ["unsubscribe", "token kind"],
  ] as const
).map(([name, fields, callers]) => ({
  ...endpoint("functions", `POST,GET,PUT ${name}`, fields, callers),
  parameters: words(fields),
}));

const REALTIME: readonly Endpoint[] = [
  endpoint("realtime", "POST api/broadcast", "messages"),
  {
    ...endpoint("realtime", "POST api/broadcast/*/events/*?private", "a"),
    types: ["application/octet-stream", "text/plain"],
  },
];

export const ENDPOINTS: readonly Endpoint[] = [
  ...AUTH,
  ...STORAGE,
  ...FUNCTIONS,
  endpoint("functions", "GET,POST *"),
  ...REALTIME,
];
