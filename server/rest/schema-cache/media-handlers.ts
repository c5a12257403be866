/** Finds the tables and functions that answer in a media type of the project. */
import type { CatalogMediaHandler } from "./catalog.ts";
import type { MediaHandler, SchemaCache } from "./types.ts";

export function mediaHandlersOf(
  found: readonly CatalogMediaHandler[],
  isExposed: (of: { schema: string }) => boolean,
): SchemaCache["mediaHandlers"] {
  const own = new Map<string, MediaHandler[]>();
  const any: MediaHandler[] = [];
  for (const one of found.filter(isExposed)) {
    const handler = handlerOf(one);
    const [kind, schema, name] = one.is_aggregate
      ? ["table", one.of_schema, one.of_table]
      : ["function", one.schema, one.name];
    if (name === null) any.push(handler);
    else {
      const key = JSON.stringify([kind, schema, name]);
      own.set(key, [...(own.get(key) ?? []), handler]);
    }
  }
  return (kind, schema, name) => ({ own: own.get(JSON.stringify([kind, schema, name])) ?? [], any });
}

function handlerOf(found: CatalogMediaHandler): MediaHandler {
  const { media_type, is_bytes, is_aggregate, schema, name, of_schema, of_table } = found;
  const of = of_schema !== null && of_table !== null ? { schema: of_schema, name: of_table } : null;
  return {
    mediaType: media_type,
    isBytes: is_bytes,
    aggregate: is_aggregate ? { schema, name, of } : null,
  };
}
