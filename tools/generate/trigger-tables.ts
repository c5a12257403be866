/** The part of supabase/schemas/README.md that lists the triggers of the busiest tables in the order in which they fire. */
import { readFileSync } from "node:fs";
import type { Queryable } from "../../server/database/database.ts";
import { nameOfSchema, SCHEMAS, schemaFiles } from "./schema-files.ts";

export const TRIGGERS_PAGE = `${SCHEMAS}/README.md`;

const TABLES = ["public.matches", "public.user_predictions"];
const BEGIN = "<!-- Written by `npm run generate` from the catalogue: do not edit below. -->\n";

interface Trigger {
  table: string;
  name: string;
  function: string;
  moment: "before" | "after";
  level: "row" | "statement";
  events: string;
}

/**
 * PostgreSQL fires the triggers before a statement, then those before and after each row, then those after the statement; those
 * of one moment by their names.
 */
const TRIGGERS = `
  select t.tgrelid::regclass::text as "table", t.tgname as name, p.proname as "function",
         case when (t.tgtype & 2) > 0 then 'before' else 'after' end as moment,
         case when (t.tgtype & 1) > 0 then 'row' else 'statement' end as level,
         concat_ws(', ', case when (t.tgtype & 4) > 0 then 'insert' end,
                   case when (t.tgtype & 16) > 0 then 'update' || coalesce(' of ' || (
                     select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
                      where a.attrelid = t.tgrelid and a.attnum = any (t.tgattr)), '') end,
                   case when (t.tgtype & 8) > 0 then 'delete' end,
                   case when (t.tgtype & 32) > 0 then 'truncate' end) as events
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
   where t.tgrelid = any ($1::regclass[]) and not t.tgisinternal
     and p.pronamespace = 'private'::regnamespace -- those of live updates belong to the host
   order by array_position($1::regclass[], t.tgrelid::regclass),
            array_position('{before statement,before row,after row,after statement}', concat_ws(' ',
              case when (t.tgtype & 2) > 0 then 'before' else 'after' end,
              case when (t.tgtype & 1) > 0 then 'row' else 'statement' end)), t.tgname`;

/** The whole page with the present tables. Throws if a trigger's function has no comment. */
export async function triggersPage(db: Queryable): Promise<string> {
  const triggers = await db.query<Trigger>(TRIGGERS, [`{${TABLES.join(",")}}`]);
  const page = readFileSync(TRIGGERS_PAGE, "utf8");
  const written = page.slice(0, page.indexOf(BEGIN));
  const purposes = purposesOf();
  const sections = TABLES.map((table) => {
    const rows = triggers.filter((trigger) => `public.${trigger.table.replace(/^public\./, "")}` === table);
    const lines = rows.map(
      ({ moment, level, events, name, function: called }) =>
        `| ${moment} ${level} | ${events} | \`${name}\` | ${purposes(called)} |`,
    );
    return `### \`${table}\`\n\n| when | on | trigger | what it does |\n| --- | --- | --- | --- |\n${lines.join("\n")}\n`;
  });
  return `${written}${BEGIN}\n${sections.join("\n")}`;
}

/** What a function does, from the first sentence of the comment above it, and its file. */
function purposesOf(): (called: string) => string {
  const files = schemaFiles().map((file) => ({ name: nameOfSchema(file), text: readFileSync(file, "utf8") }));
  return (called) => {
    for (const { name, text } of files) {
      const found = new RegExp(`((?:^-- .*\\n)*)^create function private\\.${called}\\(`, "m").exec(text);
      if (!found) continue;
      const comment = (found[1] ?? "").replace(/^-- /gm, "").replaceAll("\n", " ").trim();
      if (comment === "")
        throw new Error(`private.${called} in ${name} has no comment that says what it does`);
      return `${/^.*?\.(?= |$)/.exec(comment)?.[0] ?? comment} ([${name}](${name}))`;
    }
    throw new Error(`No schema file creates private.${called}`);
  };
}
