/** A select, met with the schema: a tree of tables, each with its own filters, order and limit. */
import { notEmbedded, RestError, spreadNotToOne } from "../errors.ts";
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
import { findRelationship } from "../schema/find-relationship.ts";
import { isToOne, type Relationship, type SchemaCache, type Table } from "../schema/types.ts";
import { identifier } from "../sql/text.ts";

export interface ReadNode {
  /** Name of its row in the query, quoted: the table's own, so that PostgreSQL's errors speak of it. */
  alias: string;
  /** Null for rows whose columns are not known beforehand (a function returning record). */
  table: Table | null;
  fields: readonly SelectedField[];
  children: readonly EmbedNode[];
  where: Logic[];
  order: readonly OrderTerm[];
  range: RowRange;
}

export interface EmbedNode extends ReadNode {
  relationship: Relationship;
  /** The key in the answer, by which filters and orders also know it. */
  name: string;
  /** Names of its subquery and, where there is one, of its junction table. */
  lateral: string;
  junction: string;
  spread: boolean;
  inner: boolean;
}

/** More embeds than this are no screen's question. */
const MOST_EMBEDS = 50;

/** `maxRows` bounds every level. Throws PGRST108, 119, 200, 201. */
export function planRead(
  cache: SchemaCache,
  table: Table | null,
  parameters: QueryParameters,
  maxRows: number | null,
): ReadNode {
  let count = 0;
  const node = (of: Table | null, items: readonly SelectItem[]): ReadNode => {
    const name = of?.name ?? "pgrst_call";
    const alias = identifier(count === 0 ? name : `${name}_${count}`);
    count++;
    if (count > MOST_EMBEDS)
      throw new RestError(400, "PGRST100", `More than ${MOST_EMBEDS} embedded resources`);
    const fields = items.filter((item) => item.kind === "field");
    const children = items.filter((item) => item.kind === "embed").map((item) => embed(of, item));
    return { alias, table: of, fields, children, where: [], order: [], range: { offset: 0, limit: maxRows } };
  };
  const embed = (origin: Table | null, item: SelectedEmbed): EmbedNode => {
    if (!origin) throw unknownOrigin(item.name);
    const relationship = findRelationship(cache, origin, item.name, item.hint);
    if (item.spread && !isToOne(relationship)) throw spreadNotToOne(origin.name, item.name);
    const number = count;
    const below = node(relationship.target, item.select);
    return {
      ...below,
      relationship,
      name: item.alias ?? item.name,
      lateral: `pgrst_embed_${number}`,
      junction: `pgrst_junction_${number}`,
      spread: item.spread,
      inner: item.inner,
    };
  };
  const root = node(table, parameters.select);
  for (const { path, value } of parameters.where) nodeAt(root, path).where.push(value);
  for (const { path, value } of parameters.order) nodeAt(root, path).order = value;
  for (const [path, range] of ranges(parameters)) {
    const target = nodeAt(root, path);
    target.range = intersect(range, { offset: range.offset, limit: maxRows });
  }
  return root;
}

/** The node that a dotted parameter (`teams.order`) belongs to. Throws PGRST108. */
function nodeAt(root: ReadNode, path: readonly string[]): ReadNode {
  let node = root;
  for (const name of path) {
    const child = node.children.find((candidate) => candidate.name === name);
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

function unknownOrigin(target: string): RestError {
  return new RestError(
    400,
    "PGRST200",
    `Could not find a relationship between 'pgrst_source' and '${target}' in the schema cache`,
    "The rows of this function are of no known table, so nothing can be embedded in them.",
  );
}
