/** Plans a select against the schema: a tree of tables, each with its own filters, order and limit. */
import { aggregatesOff, notEmbedded, notImplemented, RestError } from "../errors.ts";
import { intersect, type RowRange } from "../request/range.ts";
import type {
  At,
  Logic,
  OrderTerm,
  QueryParameters,
  SelectedEmbed,
  SelectedField,
  SelectItem,
} from "../request/types.ts";
import { isToOne, type Relationship, type SchemaCache, type Table } from "../schema-cache/types.ts";
import { identifier } from "../sql-text.ts";
import { findRelationship } from "./find-relationship.ts";

export interface ReadNode {
  /** The quoted alias in the query. The root uses its table's name, which appears in PostgreSQL's errors. */
  alias: string;
  /** Null for rows with unknown columns (a function returning record). */
  table: Table | null;
  fields: readonly SelectedField[];
  children: readonly EmbedNode[];
  where: Logic[];
  order: readonly OrderTerm[];
  range: RowRange;
  /** True for whole rows of a CTE, which have lost their type: computed columns then need a cast. */
  isUntypedRow?: boolean;
}

export interface EmbedNode extends ReadNode {
  relationship: Relationship;
  /** The key in the response, which filters and orders can use too. */
  name: string;
  /** The name in `select`, if `name` is an alias. */
  target: string;
  /** Quoted names of the subquery and of the junction table, if there is one. */
  lateral: string;
  junction: string;
  /** Set if its columns are placed among its parent's: as arrays for a to-many relationship. */
  spread: "one" | "many" | null;
  inner: boolean;
}

/** The root of a read: a table, or the rows of a function. The function's name replaces that of an unknown table. */
export interface Start {
  schema: string;
  name: string;
  table: Table | null;
}

export interface ReadLimits {
  /** The row limit of every level; null for none. */
  maxRows: number | null;
  aggregates: boolean;
  /** True if `*` must stay the table's row, which the project's own media type takes. */
  keepsRows?: boolean;
}

/** No screen needs more embeds. */
const MAX_EMBEDS = 50;
/** PostgreSQL truncates longer names, which could make two equal. */
const MAX_NAME_BYTES = 63;

/** Throws PGRST108, 123, 127, 200, 201. */
export function planRead(
  cache: SchemaCache,
  start: Start,
  parameters: QueryParameters,
  { maxRows, aggregates, keepsRows = false }: ReadLimits,
): ReadNode {
  let count = 0;
  const node = (of: Start, items: readonly SelectItem[], depth: number, spread = false): ReadNode => {
    if (++count > MAX_EMBEDS)
      throw new RestError(400, "PGRST100", `More than ${MAX_EMBEDS} embedded resources`);
    const fields = items.filter((item) => item.kind === "field");
    if (!aggregates && fields.some(({ aggregate }) => aggregate)) throw aggregatesOff();
    const children = items.filter((item) => item.kind === "embed").map((item) => embed(of, item, depth + 1));
    const grouped = spread || fields.some(({ aggregate }) => aggregate) || children.some(hoistsAggregates);
    const { table } = of;
    const listed = grouped || (table?.isFormatted && !keepsRows);
    return {
      alias: identifier(depth === 0 ? of.name : shortened(`${of.name}_${depth}`, `pgrst_table_${count}`)),
      table,
      fields: listed && table ? withoutStars(fields, table) : fields,
      children,
      where: [],
      order: [],
      range: { offset: 0, limit: maxRows },
    };
  };
  const embed = (origin: Start, item: SelectedEmbed, depth: number): EmbedNode => {
    const relationship = findRelationship(cache, origin, item.name, item.hint);
    const { target } = relationship;
    const number = count;
    const name = item.alias ?? item.name;
    const below = node({ ...target, table: target }, item.select, depth, item.spread);
    const embedded: EmbedNode = {
      ...below,
      relationship,
      name,
      target: item.name,
      // PostgREST's name, which appears in PostgreSQL's errors: two embeds with one name are refused (42712).
      lateral: identifier(shortened(`${origin.name}_${name}_${depth}`, `pgrst_embed_${number}`)),
      junction: `pgrst_junction_${number}`,
      spread: item.spread ? (isToOne(relationship) ? "one" : "many") : null,
      inner: item.inner,
    };
    if (
      embedded.spread === "many" &&
      (below.fields.some(({ aggregate }) => aggregate) || below.children.some(hoistsAggregates))
    )
      throw notImplemented("Aggregates are not implemented for one-to-many or many-to-many spreads.");
    return embedded;
  };
  const root = node(start, parameters.select, 0);
  for (const { path, value } of parameters.where) nodeAt(root, path).where.push(value);
  for (const { path, value } of parameters.order) nodeAt(root, path).order = value;
  for (const [path, range] of ranges(parameters)) {
    const target = nodeAt(root, path);
    target.range = intersect(range, { offset: range.offset, limit: maxRows });
  }
  return root;
}

/** True if a to-one spread has aggregates. Its parent computes them, because the parent groups the rows. */
export function hoistsAggregates({ spread, fields, children }: EmbedNode): boolean {
  return (
    spread === "one" &&
    (fields.some(({ aggregate }) => aggregate !== null) || children.some(hoistsAggregates))
  );
}

/** Replaces `*` by the columns' names, because `table.*` can be neither grouped nor spread nor formatted. */
function withoutStars(fields: readonly SelectedField[], table: Table): SelectedField[] {
  return fields.flatMap((field) =>
    field.field.name === "*" && field.aggregate === null
      ? [...table.columns.keys()].map((name) => ({ ...field, field: { name, path: [] } }))
      : field,
  );
}

/** The node of a dotted parameter (`teams.order`). Throws PGRST108. */
function nodeAt(root: ReadNode, path: readonly string[]): ReadNode {
  let node = root;
  for (const name of path) {
    const child = node.children.find((candidate) => candidate.name === name || candidate.target === name);
    if (!child) throw notEmbedded(name);
    node = child;
  }
  return node;
}

function ranges({ limits, offsets }: QueryParameters): [readonly string[], RowRange][] {
  const found = new Map<string, [readonly string[], RowRange]>();
  const at = (path: readonly string[]): RowRange => {
    const key = JSON.stringify(path);
    const known = found.get(key)?.[1];
    if (known) return known;
    const range: RowRange = { offset: 0, limit: null };
    found.set(key, [path, range]);
    return range;
  };
  const each = (list: readonly At<number>[], set: (range: RowRange, value: number) => void) => {
    for (const { path, value } of list) set(at(path), value);
  };
  each(limits, (range, value) => {
    range.limit = value;
  });
  each(offsets, (range, value) => {
    range.offset = value;
  });
  return [...found.values()];
}

function shortened(name: string, otherwise: string): string {
  return Buffer.byteLength(name) > MAX_NAME_BYTES ? otherwise : name;
}
