/** Figures of the served project, which `SUPABASE_DIR/metrics.json` reads from the database by SQL. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Database } from "../database/database.ts";
import { StartError } from "../database/start-error.ts";

const schema = z.array(
  z.object({
    name: z.string().regex(/^[a-z][a-z0-9_]*$/),
    help: z.string().min(1),
    labels: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)).default([]),
    /** Returns rows of a number `value` and of the labels. */
    sql: z.string().min(1),
  }),
);
export type ProjectMetric = z.infer<typeof schema>[number];

export interface Sample {
  labels: Record<string, string>;
  value: number;
}

/** Without the file there are none. Throws StartError if it is invalid. */
export function readProjectMetrics(supabaseDir: string): ProjectMetric[] {
  const path = join(supabaseDir, "metrics.json");
  if (!existsSync(path)) return [];
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : error;
    throw new StartError(`${path} is not a list of { name, help, labels, sql }: ${reason}`);
  }
}

/** Runs the metric's SQL. A row without a number has no sample. Rejects with DatabaseError. */
export async function samplesOf(
  database: Pick<Database, "query">,
  { sql }: ProjectMetric,
): Promise<Sample[]> {
  const rows = await database.query<Record<string, unknown>>(sql);
  return rows.flatMap(({ value, ...labels }) => {
    const number = Number(value ?? Number.NaN);
    if (Number.isNaN(number)) return [];
    return [
      { labels: Object.fromEntries(Object.entries(labels).map(([k, v]) => [k, String(v)])), value: number },
    ];
  });
}
