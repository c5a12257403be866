import { becomeCaller } from "../../database/become-caller.ts";
import type { Caller, Database, Statement } from "../../database/database.ts";
import type { PublishedTable } from "./published-tables.ts";

type Row = Readonly<Record<string, unknown>>;

/** A caller, and the rows that it would receive by their positions. */
export interface Look {
  caller: Caller;
  rows: ReadonlyMap<number, Row>;
}

/** How many callers one call of the database looks for. More would hold its connection too long. */
const LOOKS_PER_CALL = 50;
/** Calls at the same time, so that requests find a connection. */
const CALLS = 2;

/**
 * The positions of the rows that each of these callers may read by row-level security, in the order of `looks`. Every look
 * is a query run as its caller; many looks are sent to the database together. `failed` receives the error of a look
 * that fails, whose caller sees nothing. Empty without a primary key.
 */
export async function visibleRows(
  database: Database,
  relation: PublishedTable,
  looks: readonly Look[],
  failed: (look: Look, error: unknown) => void,
): Promise<ReadonlySet<number>[]> {
  const visible: ReadonlySet<number>[] = looks.map(() => new Set());
  if (relation.key.length === 0) return visible;
  const batches = inBatches(looks);
  const work = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const found = await together(
        database,
        relation,
        batch.map(({ look }) => look),
        failed,
      );
      for (const [at, { place }] of batch.entries()) visible[place] = found[at] ?? new Set();
    }
  };
  await Promise.all(Array.from({ length: CALLS }, work));
  return visible;
}

/** Looks of the same role, because the database plans a policy again for another role. */
function inBatches(looks: readonly Look[]): { place: number; look: Look }[][] {
  const batches: { place: number; look: Look }[][] = [];
  const open = new Map<string, { place: number; look: Look }[]>();
  for (const [place, look] of looks.entries()) {
    const { role } = look.caller;
    let batch = open.get(role);
    if (!batch || batch.length === LOOKS_PER_CALL) {
      batch = [];
      open.set(role, batch);
      batches.push(batch);
    }
    batch.push({ place, look });
  }
  return batches;
}

/** If one look fails, so does the whole transaction; then each look has its own. */
async function together(
  database: Database,
  relation: PublishedTable,
  looks: readonly Look[],
  failed: (look: Look, error: unknown) => void,
): Promise<ReadonlySet<number>[]> {
  const [first, ...others] = looks;
  if (!first) return [];
  try {
    const statements = others.flatMap((look) => [becomeCaller(look.caller), lookFor(relation, look)]);
    const results = await database.run(first.caller, [lookFor(relation, first), ...statements]);
    return looks.map((_, at) => new Set((results[2 * at]?.rows ?? []).map(([position]) => Number(position))));
  } catch (error) {
    if (others.length === 0) {
      failed(first, error);
      return [new Set()];
    }
    const each: ReadonlySet<number>[] = [];
    for (const look of looks) each.push(...(await together(database, relation, [look], failed)));
    return each;
  }
}

const POSITION = "position of the change";

function lookFor({ schema, table, key }: PublishedTable, { rows }: Look): Statement {
  const names = key.map(({ name }) => quoted(name));
  const wanted = [...rows].map(([position, row]) => ({
    ...Object.fromEntries(key.map(({ name }) => [name, row[name]])),
    [POSITION]: position,
  }));
  const shape = key.map(({ name, type }) => `${quoted(name)} ${quoted(type)}`).join(", ");
  const text = `select asked."${POSITION}"
    from jsonb_to_recordset($1::jsonb) as asked(${shape}, "${POSITION}" int)
    join ${quoted(schema)}.${quoted(table)} as seen using (${names.join(", ")})`;
  return { text, params: [JSON.stringify(wanted)] };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
