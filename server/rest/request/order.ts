/** `order=match_date.desc.nullslast,teams(name)` */
import { field, nameIfAny } from "./names.ts";
import { Scanner } from "./scanner.ts";
import type { OrderTerm } from "./types.ts";

/** Throws RestError PGRST100. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, `order (${text})`);
  const terms: OrderTerm[] = [];
  do {
    scanner.spaces();
    terms.push(term(scanner));
    scanner.spaces();
  } while (scanner.skip(","));
  scanner.expectEnd();
  return terms;
}

function term(scanner: Scanner): OrderTerm {
  const relation = scanner.attempt(() => {
    const name = nameIfAny(scanner);
    return name !== null && scanner.skip("(") ? name : null;
  });
  const column = field(scanner);
  if (relation !== null) scanner.expect(")");
  const direction = scanner.skip(".asc") ? "asc" : scanner.skip(".desc") ? "desc" : null;
  const nulls = scanner.skip(".nullsfirst") ? "first" : scanner.skip(".nullslast") ? "last" : null;
  if (!scanner.atEnd && scanner.peek() !== "," && scanner.peek() !== " ") {
    throw scanner.failure(
      direction === null ? '"asc", "desc", "nullsfirst" or "nullslast"' : '"nullsfirst" or "nullslast"',
    );
  }
  return { relation, field: column, direction, nulls };
}
