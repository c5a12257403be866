/** Runs a pgTAP file and parses its output. */
import { readFileSync } from "node:fs";
import type { Database } from "../../server/database/database.ts";
import { splitStatements } from "../../server/database/migrations/sql-statements.ts";

export interface TapReport {
  planned: number;
  passed: number;
  /** Each failed assertion with its diagnostics. */
  failures: string[];
  /** The messages that there are at the end and that have facts. */
  messages: StoredMessage[];
}

/** A message as the database stores it: its English text, and what the page makes the words of another language from. */
export interface StoredMessage {
  title: string;
  body: string;
  facts: { kind: string };
}

const MESSAGES = `
  select title, message as body, facts from public.notifications where facts is not null
  union all select title, body, facts from private.messages where facts is not null`;

class RollBack extends Error {}

/** The file's statements in one transaction, rolled back at its end. Throws DatabaseError when a statement itself fails. */
export async function runPgtap(db: Database, path: string): Promise<TapReport> {
  const lines: string[] = [];
  const messages: StoredMessage[] = [];
  const statements = splitStatements(readFileSync(path, "utf8"));
  await db
    .transaction(null, async (tx) => {
      await tx.query("set local search_path = public, extensions, tests");
      for (const statement of statements) {
        const rows = await tx.query(statement);
        for (const value of rows.flatMap((row) => Object.values(row))) {
          if (typeof value === "string") lines.push(...value.split("\n"));
        }
      }
      await tx.query("reset role");
      messages.push(...(await tx.query<StoredMessage>(MESSAGES)));
      throw new RollBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollBack)) throw error;
    });
  return { ...report(lines), messages };
}

function report(lines: readonly string[]): Omit<TapReport, "messages"> {
  const failures: string[] = [];
  let planned = 0;
  let passed = 0;
  for (const line of lines) {
    const plan = /^1\.\.(\d+)$/.exec(line);
    if (plan) planned = Number(plan[1]);
    else if (line.startsWith("ok ")) passed += 1;
    else if (line.startsWith("not ok ")) failures.push(line);
    else if (line.startsWith("#") && failures.length > 0) failures.push(line);
  }
  return { planned, passed, failures };
}
