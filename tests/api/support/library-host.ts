/** A host with the additional schema of a lending library (library-migrations/library.sql), to test the data API with any schema. */
import { readFileSync } from "node:fs";
import { PostgrestClient } from "@supabase/postgrest-js";
import { expect } from "vitest";
import { type Host, startHost } from "./host.ts";

const LIBRARY = readFileSync(new URL("library-migrations/library.sql", import.meta.url), "utf8");

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The body parsed as JSON; null without a body. */
  body: unknown;
}

export interface Library {
  host: Host;
  /** With the publishable key, as a visitor. */
  visitor: PostgrestClient;
  /** A raw request as a visitor, for what the client does not support. */
  raw(path: string, init?: RequestInit): Promise<RawAnswer>;
  /** The same with a JSON body. */
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<RawAnswer>;
  /** Selects columns as a visitor, of one row if `id` is given. Fails the test if the request is refused. */
  select(table: string, columns: string, id?: number): Promise<unknown[] | null>;
  /** The status and error of a refused select. */
  refusal(table: string, columns: string): Promise<object>;
  /** The values of the table `counters`, by name. */
  counters(): Promise<Record<string, number>>;
  /** Sets the table `counters` to a = 1 and b = 2. */
  resetCounters(): Promise<void>;
  stop(): Promise<void>;
}

/** `migrations` run after the library's. `settings` are PostgREST's in-database settings without `pgrst.`, for this database only. */
export async function startLibrary(
  settings: Readonly<Record<string, string>> = {},
  config: Record<string, string> = {},
  migrations: Record<string, string> = {},
): Promise<Library> {
  const host = await startHost({
    config: { schemas: '["public", "archive"]', ...config },
    migrations: {
      library: LIBRARY,
      settings: Object.entries(settings).map(setting).join("\n"),
      ...migrations,
    },
  });
  const visitor = new PostgrestClient(`${host.url}/rest/v1`, { headers: { apikey: host.publishableKey } });
  const raw: Library["raw"] = async (path, init) => {
    const response = await fetch(`${host.url}/rest/v1/${path}`, {
      ...init,
      headers: { apikey: host.publishableKey, ...Object.fromEntries(new Headers(init?.headers)) },
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "") && text !== "";
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : null,
    };
  };
  return {
    host,
    visitor,
    raw,
    send: (method, path, body, headers) =>
      raw(path, {
        method,
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    async select(table, columns, id) {
      const query = visitor.from(table).select(columns);
      const { data, error } = await (id === undefined ? query : query.eq("id", id));
      expect(error).toBeNull();
      return data;
    },
    async refusal(table, columns) {
      const { error, status, statusText } = await visitor.from(table).select(columns);
      return { status, statusText, ...error };
    },
    async counters() {
      const { data } = await visitor.from("counters").select("name,value").order("name");
      return Object.fromEntries((data ?? []).map(({ name, value }) => [name, value]));
    },
    async resetCounters() {
      await visitor.from("counters").delete().neq("name", "");
      await visitor.from("counters").insert([
        { name: "a", value: 1 },
        { name: "b", value: 2 },
      ]);
    },
    stop: () => host.stop(),
  };
}

/** Sets them for this database only, because other tests share the role. */
function setting([name, value]: [string, string]): string {
  return `do $$ begin execute format('alter role authenticator in database %I set pgrst.${name} to %L', current_database(), '${value}'); end $$;`;
}
