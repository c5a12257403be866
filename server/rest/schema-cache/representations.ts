/**
 * The casts that present a domain as JSON and read it from text and JSON. PostgreSQL ignores casts of domains, so the
 * host applies them. Source: https://docs.postgrest.org/en/v14/references/api/domain_representations.html
 */
import type { CatalogCast } from "./catalog.ts";
import type { Representation } from "./types.ts";

/** By the domain's full name. */
export function representationsOf(casts: readonly CatalogCast[]): ReadonlyMap<string, Representation> {
  const found = new Map<string, Representation>();
  for (const { source, target, is_to_domain, schema, name } of casts) {
    const domain = is_to_domain ? target : source;
    const kind = !is_to_domain ? "toJson" : source === "json" ? "fromJson" : "fromText";
    found.set(domain, { ...(found.get(domain) ?? NONE), [kind]: { schema, name } });
  }
  return found;
}

const NONE: Representation = { toJson: null, fromJson: null, fromText: null };
