/**
 * The errors of this service, with PostgREST's codes, statuses and messages. Source:
 * https://postgrest.org/en/stable/references/errors.html and PostgREST's Error.hs.
 */
export interface ErrorBody {
  code: string;
  details: unknown;
  hint: string | null;
  message: string;
}

export class RestError extends Error {
  override readonly name = "RestError";
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: unknown = null,
    readonly hint: string | null = null,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  get body(): ErrorBody {
    const { code, details, hint, message } = this;
    return { code, details, hint, message };
  }
}

/** `what` is PostgREST's name of the parameter, e.g. `filter (foo.1)`; `column` counts from 1. */
export function parseFailure(what: string, column: number, unexpected: string, expecting: string): RestError {
  const found = unexpected === "" ? "unexpected end of input" : `unexpected "${unexpected}"`;
  return new RestError(
    400,
    "PGRST100",
    `"failed to parse ${what}" (line 1, column ${column})`,
    `${found} expecting ${expecting}`,
  );
}

export const invalidRpcMethod = (method: string) =>
  new RestError(405, "PGRST101", `Cannot use the ${method} method on RPC`);

export const invalidBody = (message: string) => new RestError(400, "PGRST102", message);

export const negativeLimit = () =>
  new RestError(
    416,
    "PGRST103",
    "Requested range not satisfiable",
    "Limit should be greater than or equal to zero.",
  );

export const lowerAboveUpper = () =>
  new RestError(
    416,
    "PGRST103",
    "Requested range not satisfiable",
    "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
  );

export const outOfBounds = (offset: number, total: number) =>
  new RestError(
    416,
    "PGRST103",
    "Requested range not satisfiable",
    `An offset of ${offset} was requested, but there are only ${total} rows.`,
    null,
    { "content-range": `*/${total}` },
  );

export const invalidPutFilters = () =>
  new RestError(405, "PGRST105", "Filters must include all and only primary key columns with 'eq' operators");

export const unknownSchema = (schema: string, exposed: readonly string[]) =>
  new RestError(
    406,
    "PGRST106",
    `Invalid schema: ${schema}`,
    null,
    `Only the following schemas are exposed: ${exposed.join(", ")}`,
  );

export const unknownMediaType = (accepted: string) =>
  new RestError(406, "PGRST107", `None of these media types are available: ${accepted}`);

export const notEmbedded = (name: string) =>
  new RestError(
    400,
    "PGRST108",
    `'${name}' is not an embedded resource in this request`,
    null,
    `Verify that '${name}' is included in the 'select' query parameter.`,
  );

export const putWithLimit = () =>
  new RestError(400, "PGRST114", "limit/offset querystring parameters are not allowed for PUT");

export const putMismatch = () =>
  new RestError(400, "PGRST115", "Payload values do not match URL in primary key column(s)");

export const notSingular = (rows: number) =>
  new RestError(
    406,
    "PGRST116",
    "Cannot coerce the result to a single JSON object",
    `The result contains ${rows} rows`,
  );

export const unknownMethod = (method: string) =>
  new RestError(405, "PGRST117", `Unsupported HTTP method: ${method}`);

export const relatedOrderNotToOne = (origin: string, target: string) =>
  new RestError(
    400,
    "PGRST118",
    `A related order on '${target}' is not possible`,
    `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  );

export const notImplemented = (details: string) =>
  new RestError(400, "PGRST127", "Feature not implemented", details);

export const badEmbedFilter = (target: string) =>
  new RestError(
    400,
    "PGRST120",
    `Bad operator on the '${target}' embedded resource`,
    "Only is null or not is null filters are allowed on embedded resources",
  );

export const unreadableRaise = (details: string, hint: string) =>
  new RestError(500, "PGRST121", `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, details, hint);

export const invalidPreferences = (given: readonly string[]) =>
  new RestError(
    400,
    "PGRST122",
    "Invalid preferences given with handling=strict",
    `Invalid preferences: ${given.join(", ")}`,
  );

export const aggregatesOff = () =>
  new RestError(400, "PGRST123", "Use of aggregate functions is not allowed");

export const tooManyAffected = (rows: number) =>
  new RestError(
    400,
    "PGRST124",
    "Query result exceeds max-affected preference constraint",
    `The query affects ${rows} rows`,
  );

export const limitOfOneValue = () =>
  new RestError(
    400,
    "PGRST128",
    "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
  );

/** Without the estimate, which covers rows that policies hide. */
export const tooCostly = () =>
  new RestError(
    400,
    "54001",
    "plan cost limit exceeded",
    null,
    "Embed fewer resources within one another, or filter and limit them.",
  );

/** `set_config('response.headers', …)` in a function's SQL. */
export const badAnswerHeaders = () =>
  new RestError(
    500,
    "PGRST111",
    "response.headers guc must be a JSON array composed of objects with a single key and a string value",
  );

export const badAnswerStatus = () =>
  new RestError(500, "PGRST112", "response.status guc must be a valid status code");

/** PostgreSQL's hint names settings of the server, and PostgREST's status 500 is for faults of the server. */
export const tooComplex = () =>
  new RestError(
    400,
    "54001",
    "The request is too complex",
    null,
    "Nest fewer values or conditions within one another.",
  );

export const unknownPath = () => new RestError(404, "PGRST125", "Invalid path specified in request URL");

export const unknownColumn = (table: string, column: string) =>
  new RestError(400, "PGRST204", `Could not find the '${column}' column of '${table}' in the schema cache`);

export const unknownTable = (schema: string, table: string, closest: string | null) =>
  new RestError(
    404,
    "PGRST205",
    `Could not find the table '${schema}.${table}' in the schema cache`,
    null,
    closest === null ? null : `Perhaps you meant the table '${schema}.${closest}'`,
  );

/** Like Supabase's safeupdate extension: a missing filter must not change a whole table. */
export const noWhere = (verb: "UPDATE" | "DELETE") =>
  new RestError(400, "21000", `${verb} requires a WHERE clause`);

export const bodyTooLarge = (limit: number) =>
  new RestError(413, "PGRST102", `The request body is larger than ${limit} bytes`);
