/** A small Supabase folder: a table with a policy, a seed and an edge function. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FILES: Readonly<Record<string, string>> = {
  "migrations/20260101000000_books.sql": `
    create table public.books (id int primary key, title text not null, is_lent boolean not null default false);
    alter table public.books enable row level security;
    create policy "everyone reads the books that are here" on public.books for select using (not is_lent);`,
  "migrations/20260101000001_jobs.sql": `
    create extension if not exists pg_net with schema extensions;
    create extension pg_cron with schema pg_catalog;
    create extension pgjwt with schema extensions;
    select cron.schedule('shelve', '0 3 * * *', 'update public.books set is_lent = false where id < 0');`,
  "functions/older/index.ts": `
    import leftPad from "https://esm.sh/left-pad@1.3.0?target=deno";
    import { createClient } from "npm:@supabase/supabase-js@1.35.6";
    if (import.meta.main)
      Deno.serve(() => Response.json([leftPad("7", 3, "0"), typeof createClient("http://a.test", "key").auth.session]));`,
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
