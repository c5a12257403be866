/** A small Supabase folder: a table with a policy, a seed and an edge function. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FILES: Readonly<Record<string, string>> = {
  "migrations/20260101000000_books.sql": `
    create table public.books (id int primary key, title text not null, is_lent boolean not null default false);
    alter table public.books enable row level security;
    create policy "everyone reads the books that are here" on public.books for select using (not is_lent);`,
  "seed.sql": "insert into public.books values (1, 'Emma', false), (2, 'Lady Susan', true);",
  "functions/titles/index.ts": `
    import { createClient } from "npm:@supabase/supabase-js@2";
    Deno.serve(async () => {
      const key = Deno.env.get("SUPABASE_SERVICE_ROLE_KEY");
      const { data } = await createClient(Deno.env.get("SUPABASE_URL"), key).from("books").select("title").order("id");
      return Response.json(data.map(({ title }) => title));
    });`,
};

/** Writes the folder, with `api.port` in its config.toml. */
export function writeShelf(folder: string, port: number): void {
  const config = `project_id = "shelf"\n[api]\nport = ${port}\n`;
  for (const [path, text] of Object.entries({ ...FILES, "config.toml": config })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
