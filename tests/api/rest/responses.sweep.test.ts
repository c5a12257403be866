/** Responses of /rest/v1 apart from the rows: media types, pages, counts, headers, schemas, tokens and errors. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importJWK, type JWK, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Library, startLibrary } from "../support/library-host.ts";

describe("answers", () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary();
  });
  afterAll(() => library.stop());

  const get = (path: string, headers: Record<string, string> = {}) => library.raw(path, { headers });

  describe("have the format of", () => {
    it("a list, without nulls if they are stripped", async () => {
      const { headers, body } = await get("authors?select=name,pen_name&id=eq.2", {
        accept: "application/vnd.pgrst.array+json;nulls=stripped",
      });
      expect([headers.get("content-type"), body]).toEqual([
        "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8",
        [{ name: "Ben" }],
      ]);
      const { data } = await library.visitor
        .from("authors")
        .select("name,pen_name")
        .eq("id", 2)
        .single()
        .stripNulls();
      expect(data).toEqual({ name: "Ben" });
    });

    it("one object, if exactly one row was found", async () => {
      const object = { accept: "application/vnd.pgrst.object+json" };
      const one = await get("authors?select=name&id=eq.1", object);
      expect([one.headers.get("content-type"), one.body]).toEqual([
        "application/vnd.pgrst.object+json; charset=utf-8",
        { name: "Ada" },
      ]);
      for (const [path, rows] of [
        ["authors?id=eq.9", 0],
        ["authors", 3],
      ] as const) {
        expect(await get(path, object)).toMatchObject({
          status: 406,
          body: {
            code: "PGRST116",
            message: "Cannot coerce the result to a single JSON object",
            details: `The result contains ${rows} rows`,
            hint: null,
          },
        });
      }
    });

    it("CSV, quoted where needed, also for no rows and for written rows", async () => {
      const { data } = await library.visitor.from("authors").select("id,pen_name,tags").order("id").csv();
      expect(data).toBe('id,pen_name,tags\n1,A.,"{maths,letters}"\n2,,{letters}\n3,"C, the ""third""",{}');
      const { headers, text } = await get("authors?id=eq.9", { accept: "text/csv" });
      expect([headers.get("content-type"), text]).toEqual(["text/csv; charset=utf-8", "\n"]);
      const written = await library.visitor.from("notes").insert({ text: "a,b" }).select().csv();
      expect(written.data).toBe('text\n"a,b"');
    });

    it("the best accepted media type, or 406", async () => {
      expect(
        (await get("notes?limit=0", { accept: "text/html, application/json;q=0.5, text/csv;q=0.9" })).text,
      ).toBe("\n");
      expect(await get("notes", { accept: "image/png, text/html;q=0.5" })).toMatchObject({
        status: 406,
        body: { code: "PGRST107", message: "None of these media types are available: image/png, text/html" },
      });
    });

    it("the media type that a function returns", async () => {
      const page = await get("rpc/front_page", { accept: "text/html,*/*;q=0.1" });
      expect([page.headers.get("content-type"), page.text]).toEqual(["text/html", "<h1>4 books</h1>"]);
      expect((await get("rpc/front_page", { accept: "*/*" })).body).toBe("<h1>4 books</h1>");
      expect((await get("rpc/front_page", { accept: "image/gif" })).status).toBe(406);
      const dot = await fetch(`${library.host.url}/rest/v1/rpc/dot`, {
        headers: { apikey: library.host.publishableKey, accept: "image/gif" },
      });
      expect([dot.headers.get("content-type"), [...new Uint8Array(await dot.arrayBuffer())]]).toEqual([
        "image/gif",
        [0x47, 0x49, 0x46, 0x38, 0xff, 0],
      ]);
      const attached = await get("rpc/attachment?kind=text/calendar", { accept: "application/pdf" });
      expect([attached.headers.get("content-type"), attached.text]).toEqual(["text/calendar", "as asked"]);
      const object = { accept: "application/vnd.pgrst.object+json" };
      expect((await get("rpc/front_page", object)).body).toBe("<h1>4 books</h1>");
    });

    // PostgREST: MediaType.hs, toContentType: types that it knows are sent with their charset.
    it("a text type that a function returns, with its charset", async () => {
      const type = async (name: string, accept: string) =>
        (await get(`rpc/${name}`, { accept })).headers.get("content-type");
      expect(await type("plain_page", "text/plain")).toBe("text/plain; charset=utf-8");
      expect(await type("xml_page", "text/xml")).toBe("text/xml; charset=utf-8");
      expect(await type("front_page", "text/html")).toBe("text/html");
    });

    it("the media type that an aggregate produces for a table or for any rows", async () => {
      const tabs = { accept: "text/tab-separated-values" };
      const books = await get("books?shelf=neq.fiction&order=id", tabs);
      expect([books.status, books.headers.get("content-type"), books.text]).toEqual([
        200,
        "text/tab-separated-values",
        "1\tEngines\n4\tLines\n",
      ]);
      expect((await get("books?select=title", tabs)).status).toBe(406);
      expect((await get("authors", tabs)).status).toBe(406);
      const count = { accept: "application/vnd.books.count" };
      for (const [path, number] of [
        ["authors?select=name", "3"],
        ["rpc/titles", "4"],
        ["rpc/books_by?writer=Ada", "2"],
      ] as const)
        expect((await get(path, count)).text).toBe(number);
    });

    it("no plan and no GeoJSON unless the project enables them", async () => {
      const { status, error } = await library.visitor.from("books").select().explain();
      expect([status, error?.code]).toEqual([406, "PGRST107"]);
      const { error: mapless } = await library.visitor.from("books").select().geojson();
      expect(mapless).toMatchObject({ code: "42883" }); // GeoJSON needs PostGIS
    });
  });

  describe("state", () => {
    it("the range and the total", async () => {
      const range = async (path: string, headers: Record<string, string> = {}) => {
        const answer = await get(path, headers);
        return [answer.status, answer.headers.get("content-range")];
      };
      const exact = { prefer: "count=exact" };
      expect(await range("books?limit=2")).toEqual([200, "0-1/*"]);
      expect(await range("books?limit=2", exact)).toEqual([206, "0-1/4"]);
      expect(await range("books?limit=9", exact)).toEqual([200, "0-3/4"]);
      expect(await range("books?offset=4", exact)).toEqual([206, "*/4"]);
      expect(await range("books?limit=0", exact)).toEqual([206, "*/4"]);
      expect(await range("books?id=eq.99", exact)).toEqual([200, "*/0"]);
      expect(await range("books", { range: "1-2", ...exact })).toEqual([206, "1-2/4"]);
      expect(await range("books?limit=3", { range: "2-9", ...exact })).toEqual([206, "2-2/4"]);
    });

    it("that a page does not exist", async () => {
      const refusal = (details: string) => ({
        status: 416,
        body: { code: "PGRST103", message: "Requested range not satisfiable", details, hint: null },
      });
      const past = await get("books?offset=5", { prefer: "count=exact" });
      expect(past).toMatchObject(refusal("An offset of 5 was requested, but there are only 4 rows."));
      expect(past.headers.get("content-range")).toBe("*/4");
      expect(await get("books", { range: "2-1" })).toMatchObject(
        refusal("The lower boundary must be lower than or equal to the upper boundary in the Range header."),
      );
      expect(await get("books?limit=-1")).toMatchObject(
        refusal("Limit should be greater than or equal to zero."),
      );
    });

    it("the total: exact, planned or estimated", async () => {
      const count = async (kind: "exact" | "planned" | "estimated") =>
        (await library.visitor.from("books").select("id", { count: kind, head: true })).count;
      expect([await count("exact"), await count("estimated")]).toEqual([4, 4]);
      expect(await count("planned")).toBeGreaterThan(0);
      const head = await library.raw("books", { method: "HEAD", headers: { prefer: "count=exact" } });
      expect([head.status, head.text, head.headers.get("content-range")]).toEqual([200, "", "0-3/4"]);
    });

    it("the request's location and the applied preferences", async () => {
      const { headers } = await get("books?select=id&order=id&id=eq.1", {
        prefer: "count=exact, return=representation, handling=lenient",
      });
      expect(headers.get("content-location")).toBe("/books?id=eq.1&order=id&select=id");
      expect(headers.get("preference-applied")).toBe("count=exact, handling=lenient");
    });
  });

  describe("tell caches and connections", () => {
    // PostgREST: App.hs, varyHeader; test/spec/Feature/VaryHeaderSpec.hs.
    it("which request headers they depend on", async () => {
      const vary = async (path: string, init?: RequestInit) =>
        (await library.raw(path, init)).headers.get("vary");
      expect(await vary("books?select=id")).toBe("Accept, Prefer, Range");
      expect(await vary("notes", { method: "OPTIONS" })).toBe("Accept, Prefer, Range");
      const long = "rpc/joined?words=".concat("x".repeat(3000));
      for (const encoding of ["gzip", "identity"])
        expect(await vary(long, { headers: { "accept-encoding": encoding } })).toBe(
          "Accept, Prefer, Range, Accept-Encoding",
        );
      expect(await vary("nothing")).toBeNull();
    });

    // PostgREST: Response.hs, contentLengthHeader; test/spec/Feature/Query/InsertSpec.hs.
    it("that there is no body, except with 204", async () => {
      const length = async (method: string, path: string, body?: unknown) => {
        const init = body === undefined ? {} : { body: JSON.stringify(body) };
        const { status, headers, text } = await library.raw(path, {
          method,
          headers: { "content-type": "application/json" },
          ...init,
        });
        return [status, headers.get("content-length"), text];
      };
      expect(await length("POST", "notes", { text: "x" })).toEqual([201, "0", ""]);
      expect(await length("OPTIONS", "notes")).toEqual([200, "0", ""]);
      expect(await length("PATCH", "notes?text=eq.none", { text: "y" })).toEqual([204, null, ""]);
      expect((await length("GET", "books?select=id&limit=1"))[1]).toBe("10");
    });
  });

  describe("depend on", () => {
    it("the schema in the profile header, which they repeat", async () => {
      const { headers, body } = await get("authors?select=*", { "accept-profile": "archive" });
      expect([headers.get("content-profile"), body]).toEqual(["archive", [{ id: 1, closed: 1950 }]]);
      const written = await library.visitor
        .schema("archive")
        .from("authors")
        .insert({ id: 2, closed: 1960 })
        .select();
      expect(written.data).toEqual([{ id: 2, closed: 1960 }]);
      expect((await get("authors?select=name&limit=1")).headers.get("content-profile")).toBe("public");
    });

    it("exposed schemas only", async () => {
      for (const schema of ["vault", "auth", "private"]) {
        const { status, error } = await library.visitor.schema(schema).from("secrets").select();
        expect([status, error]).toMatchObject([
          406,
          {
            code: "PGRST106",
            message: `Invalid schema: ${schema}`,
            hint: "Only the following schemas are exposed: public, archive",
          },
        ]);
      }
    });

    it("the token's role, or the visitor's without a key", async () => {
      const who = async (headers: Record<string, string>) => {
        const response = await fetch(`${library.host.url}/rest/v1/rpc/who`, { headers });
        return ((await response.json()) as { role: string }).role;
      };
      expect(await who({})).toBe("anon");
      expect(await who({ apikey: library.host.secretKey })).toBe("service_role");
      const { api } = await library.host.person("Ida Reader");
      const token = (await api.auth.getSession()).data.session?.access_token;
      expect(await who({ authorization: `Bearer ${token}` })).toBe("authenticated");
    });

    it("valid tokens: expired and forged ones are refused", async () => {
      const keys = JSON.parse(readFileSync(join(library.host.dataDir, "keys.json"), "utf8")) as {
        signing_keys: [JWK];
      };
      const [jwk] = keys.signing_keys;
      const now = Math.floor(Date.now() / 1000);
      const token = (role: string, exp: number) =>
        importJWK(jwk, "ES256").then((key) =>
          new SignJWT({ role, iat: now - 120, exp })
            .setProtectedHeader({ alg: "ES256", kid: jwk.kid ?? "" })
            .sign(key),
        );
      const ask = (bearer: string) => get("books", { authorization: `Bearer ${bearer}` });
      const expired = await ask(await token("authenticated", now - 60));
      expect(expired).toMatchObject({
        status: 401,
        body: { code: "PGRST303", message: "JWT expired", details: null },
      });
      expect(expired.headers.get("www-authenticate")).toBe(
        'Bearer error="invalid_token", error_description="JWT expired"',
      );
      const good = await token("authenticated", now + 60);
      expect((await ask(good)).status).toBe(200);
      expect(await ask(`${good.slice(0, -9)}AAAAAAAAA`)).toMatchObject({
        status: 401,
        body: {
          code: "PGRST301",
          message: "No suitable key or wrong key type",
          details: "None of the keys was able to decode the JWT",
        },
      });
      expect(await ask("a.b")).toMatchObject({
        status: 401,
        body: { code: "PGRST301", message: "Expected 3 parts in JWT; got 2" },
      });
      expect(await ask(await token("postgres", now + 60))).toMatchObject({
        status: 403,
        body: { code: "42501", message: 'permission denied to set role "postgres"' },
      });
    });

    // PostgREST: Auth/Jwt.hs, checkForErrors; Error.hs, JwtClaimsError; test/spec/Feature/Auth/AuthSpec.hs.
    it("tokens with valid claims, and no empty token", async () => {
      const keys = JSON.parse(readFileSync(join(library.host.dataDir, "keys.json"), "utf8")) as {
        signing_keys: [JWK];
      };
      const [jwk] = keys.signing_keys;
      const key = await importJWK(jwk, "ES256");
      const now = Math.floor(Date.now() / 1000);
      const ask = async (claims: Record<string, unknown>) => {
        const payload = { role: "anon", ...claims } as unknown as JWTPayload;
        const token = await new SignJWT(payload)
          .setProtectedHeader({ alg: "ES256", kid: jwk.kid ?? "" })
          .sign(key);
        const { status, headers, body } = await get("books?select=id&limit=1", {
          authorization: `Bearer ${token}`,
        });
        if (status === 200) return 200;
        const { code, message } = body as { code: string; message: string };
        expect([status, code]).toEqual([401, "PGRST303"]);
        expect(headers.get("www-authenticate")).toBe(
          `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`,
        );
        return message;
      };
      expect(await ask({ exp: "soon" })).toBe("The JWT 'exp' claim must be a number");
      expect(await ask({ nbf: "soon" })).toBe("The JWT 'nbf' claim must be a number");
      expect(await ask({ iat: "soon" })).toBe("The JWT 'iat' claim must be a number");
      expect(await ask({ nbf: now + 600 })).toBe("JWT not yet valid");
      expect(await ask({ iat: now + 600 })).toBe("JWT issued at future");
      expect(await ask({ iat: now + 20, exp: now + 600 })).toBe(200);
      for (const aud of [1, [1], { a: 1 }])
        expect(await ask({ aud })).toBe("The JWT 'aud' claim must be a string or an array of strings");
      expect([await ask({ aud: "x" }), await ask({ aud: ["x", "y"] })]).toEqual([200, 200]);
      for (const authorization of ["Bearer", "bearer "]) {
        const { status, headers, body } = await get("books", { authorization });
        expect([status, body]).toMatchObject([
          401,
          { code: "PGRST301", message: "Empty JWT is sent in Authorization header", details: null },
        ]);
        expect(headers.get("www-authenticate")).toContain("invalid_token");
      }
    });

    it("known paths and methods: others are refused", async () => {
      expect(await get("a/b")).toMatchObject({
        status: 404,
        body: { code: "PGRST125", message: "Invalid path specified in request URL" },
      });
      expect(await library.raw("books", { method: "PROPFIND" })).toMatchObject({
        status: 405,
        body: { code: "PGRST117", message: "Unsupported HTTP method: PROPFIND" },
      });
      const preflight = await library.raw("books", {
        method: "OPTIONS",
        headers: { origin: "https://club.example", "access-control-request-method": "PATCH" },
      });
      expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    });
  });
});

describe("limits and plans", () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary({ db_plan_enabled: "true" }, { max_rows: "2" });
  });
  afterAll(() => library.stop());

  it("max_rows caps rows, embedded rows and a function's rows, whatever the requested limit", async () => {
    const { data, count } = await library.visitor
      .from("books")
      .select("id", { count: "exact" })
      .order("id")
      .limit(9);
    expect([data, count]).toEqual([[{ id: 1 }, { id: 2 }], 4]);
    expect((await library.visitor.from("readers").select("readers(id)").eq("id", 1)).data).toEqual([
      { readers: [{ id: 2 }, { id: 3 }] },
    ]);
    expect((await library.visitor.rpc("titles")).data).toHaveLength(2);
    const written = await library.send("POST", "notes", [{ text: "1" }, { text: "2" }, { text: "3" }], {
      prefer: "return=representation",
    });
    expect(written.body).toHaveLength(3);
  });

  it("a count above max_rows is the planner's estimate", async () => {
    const { count } = await library.visitor.from("books").select("id", { count: "estimated", head: true });
    expect(count).toBeGreaterThanOrEqual(3);
  });

  // PostgREST: App.hs, renderTimings; test/spec/Feature/Query/ServerTimingSpec.hs.
  it("the time of each stage is sent", async () => {
    const stages = async (path: string, method = "GET") =>
      [
        ...((await library.raw(path, { method })).headers.get("server-timing") ?? "").matchAll(
          /(\w+);dur=\d+\.\d/g,
        ),
      ].map(([, stage]) => stage);
    const all = ["jwt", "parse", "plan", "transaction", "response"];
    expect(await stages("books?select=id")).toEqual(all);
    expect(await stages("rpc/titles")).toEqual(all);
    expect(await stages("books", "OPTIONS")).toEqual(["jwt", "parse", "plan", "response"]);
  });

  it("a plan replaces the rows, as text or JSON, and the plan of a write writes nothing", async () => {
    const { data } = await library.visitor.from("books").select().explain();
    expect(data).toMatch(/^Aggregate {2}\(cost=/);
    const asJson = await library.raw("books", {
      headers: { accept: 'application/vnd.pgrst.plan+json; for="text/csv"; options=verbose|analyze' },
    });
    expect(asJson.headers.get("content-type")).toBe(
      'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose; charset=utf-8',
    );
    expect(asJson.body).toMatchObject([{ Plan: { "Node Type": "Aggregate", "Actual Rows": 1 } }]);
    await library.visitor.from("counters").insert({ name: "planned" }).explain();
    expect((await library.visitor.from("counters").select().eq("name", "planned")).data).toEqual([]);
    expect((await library.visitor.rpc("titles").explain()).data).toContain("cost=");
  });
});
