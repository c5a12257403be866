/** GET /rest/v1/: the OpenAPI document, for the secret key only. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Library, startLibrary } from "../support/library-host.ts";

interface Document {
  host: string;
  basePath: string;
  schemes: string[];
  info: { version: string };
  externalDocs: { url: string };
  paths: Record<string, Record<string, { parameters: { $ref?: string; name?: string }[]; summary?: string }>>;
  definitions: Record<string, { required?: string[]; properties: Record<string, object> }>;
  parameters: Record<string, object>;
}

describe("the OpenAPI document", () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary({}, {}, { comments: COMMENTS });
  });
  afterAll(() => library.stop());

  const asSecret = (headers: Record<string, string> = {}) =>
    library.raw("", { headers: { apikey: library.host.secretKey, ...headers } });
  const read = async (headers?: Record<string, string>) => (await asSecret(headers)).body as Document;

  it("is available with the secret key only", async () => {
    const shown = await asSecret();
    expect([shown.status, shown.headers.get("content-type")]).toEqual([
      200,
      "application/openapi+json; charset=utf-8",
    ]);
    // PostgREST: Plan.hs, inspectPlan.
    for (const accept of ["application/json", "*/*", "text/html, application/openapi+json"])
      expect((await asSecret({ accept })).headers.get("content-type")).toBe(
        "application/openapi+json; charset=utf-8",
      );
    expect(await asSecret({ accept: "text/csv, image/png" })).toMatchObject({
      status: 406,
      body: { code: "PGRST107", message: "None of these media types are available: text/csv, image/png" },
    });
    const { api } = await library.host.person("Ida Reader");
    const token = (await api.auth.getSession()).data.session?.access_token;
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const refused = await library.raw("", { headers });
      expect([refused.status, refused.body]).toEqual([
        401,
        {
          message: "Invalid API key",
          hint: "Only the `service_role` API key can be used for this endpoint.",
        },
      ]);
    }
    expect((await library.raw("", { headers: { apikey: "wrong" } })).status).toBe(401);
    const posted = await library.raw("", {
      method: "POST",
      headers: { apikey: library.host.secretKey },
    });
    expect([posted.status, posted.body]).toMatchObject([405, { code: "PGRST117" }]);
  });

  it("states the API's address and lists every table and function with its parameters", async () => {
    const { host, basePath, schemes, paths } = await read();
    expect(`${schemes[0]}://${host}${basePath}`).toBe(`${library.host.url}/rest/v1`);
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(["/", "/books", "/fiction", "/per_shelf", "/rpc/pages_read", "/matches"]),
    );
    expect(Object.keys(paths["/books"] ?? {})).toEqual(["get", "post", "patch", "delete"]);
    expect(Object.keys(paths["/per_shelf"] ?? {})).toEqual(["get"]);
    expect(Object.keys(paths["/rpc/pages_read"] ?? {})).toEqual(["get", "post"]);
    expect(Object.keys(paths["/rpc/count_up"] ?? {})).toEqual(["post"]);
    expect(paths["/books"]?.get).toMatchObject({ summary: "What can be lent", description: "By anyone." });
    expect(paths["/rpc/pages_read"]?.get?.parameters).toEqual([
      { in: "query", name: "reader", required: true, type: "integer", format: "int32" },
      { in: "query", name: "at_least", required: false, type: "integer", format: "int32" },
    ]);
    expect(paths["/rpc/joined"]?.get?.parameters).toEqual([
      {
        in: "query",
        name: "words",
        required: true,
        type: "array",
        items: { type: "string" },
        collectionFormat: "multi",
      },
    ]);
  });

  it("describes columns: types, keys, defaults, enums and comments", async () => {
    const { definitions } = await read();
    expect(definitions.books?.required).toEqual(["id", "title", "author_id", "shelf", "added"]);
    expect(definitions.books?.properties).toMatchObject({
      id: { type: "integer", format: "int32", description: "Note:\nThis is a Primary Key.<pk/>" },
      title: { type: "string", format: "text", description: "As on the cover" },
      author_id: {
        description: "Note:\nThis is a Foreign Key to `authors.id`.<fk table='authors' column='id'/>",
      },
      shelf: { format: "public.shelf", default: "fiction", enum: ["fiction", "science", "poetry"] },
      added: { format: "timestamp with time zone", default: "now()" },
    });
    expect(definitions.authors?.properties).toMatchObject({
      tags: { type: "array", format: "text[]", items: { type: "string" } },
      facts: { format: "jsonb" },
    });
    expect(definitions.authors?.properties.facts).not.toHaveProperty("type");
    expect(definitions.loans?.properties.days).toMatchObject({ default: 14 });
    expect(definitions.covers?.properties.book_id).toMatchObject({
      description:
        "Note:\nThis is a Primary Key.<pk/>\nThis is a Foreign Key to `books.id`.<fk table='books' column='id'/>",
    });
    expect(definitions.fiction?.properties.writer).toMatchObject({
      description: expect.stringContaining("Foreign Key to `authors.id`"),
    });
  });

  // PostgREST: Response/OpenAPI.hs, toSwaggerFormat and externalDocs.
  it("uses OpenAPI's formats of integers and names the documentation of this version", async () => {
    const { definitions, info, externalDocs } = await read();
    expect(definitions.sizes?.properties).toMatchObject({
      small: { type: "integer", format: "int32" },
      large: { type: "integer", format: "int64" },
      many: { type: "array", format: "bigint[]", items: { type: "integer" } },
      exact: { type: "number", format: "numeric" },
      nested: { type: "integer", format: "int64" },
    });
    expect([info.version, externalDocs.url]).toEqual([
      expect.stringMatching(/^14\./),
      "https://docs.postgrest.org/en/v14/references/api.html",
    ]);
  });

  // PostgREST: openapi-mode = follow-privileges; the API key admits the request and the token names the caller.
  it("lists what the token's role may use", async () => {
    const { api } = await library.host.person("Pia Reader");
    const token = (await api.auth.getSession()).data.session?.access_token;
    const { paths } = await read({ authorization: `Bearer ${token}` });
    expect(paths).not.toHaveProperty("/sizes");
    expect((await read()).paths).toHaveProperty("/sizes");
    expect(paths).toHaveProperty("/books");
    expect(Object.keys(paths["/shown"] ?? {})).toEqual(["get", "post", "patch", "delete"]);
  });

  it("has no dangling references", async () => {
    const document = await read();
    const found = JSON.stringify(document).match(/#\/(parameters|definitions)\/[^"]+/g) ?? [];
    expect(found.length).toBeGreaterThan(100);
    for (const path of new Set(found)) {
      const [, kind, name = ""] = /^#\/(\w+)\/(.+)$/.exec(path) ?? [];
      const named = decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
      expect(kind === "parameters" ? document.parameters : document.definitions).toHaveProperty([named]);
    }
  });

  it("describes the requested schema and hides what the key may not use", async () => {
    const { paths } = await read({ "accept-profile": "archive" });
    expect(Object.keys(paths)).toEqual(["/", "/authors", "/books", "/rpc/first_of", "/rpc/found"]);
    expect((await read()).paths).not.toHaveProperty("/hidden");
    const vault = await asSecret({ "accept-profile": "vault" });
    expect([vault.status, vault.body]).toMatchObject([406, { code: "PGRST106" }]);
  });
});

const COMMENTS = `
  comment on table books is E'What can be lent\\n\\nBy anyone.';
  comment on column books.title is 'As on the cover';
  create domain grams as bigint;
  create domain kilograms as grams;
  create table sizes (id int primary key, small smallint, large bigint, many bigint[], exact numeric, nested kilograms);
  revoke all on sizes from anon, authenticated;
  grant all on sizes to service_role;
  create table shown (id int primary key);
  revoke all on shown from authenticated;
  grant select on shown to authenticated;
  create table hidden (id int primary key);
  revoke all on hidden from service_role, anon, authenticated;`;
