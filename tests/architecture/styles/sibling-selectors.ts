/** Finds selectors that make every removed element cost the styles of the whole page, for styles.test.ts. */
import postcss from "postcss";
import type { Sources } from "./class-names.ts";

/** A compound of an element's name, `*` and pseudo-classes only, before `+` or `~`. */
const ANY_SIBLING = /(?:^|[\s>+~(&,])(?:\*|[a-z][a-z0-9]*)?(?::[a-z-]+)*(?<=[\w*])\s*[+~](?!\s*\d)/gi;

/**
 * Siblings that browsers find by nothing, as "file: selector". When any element is removed, Chromium calculates the styles of all that
 * such a rule could mean: of `* + *` those of the whole page, before the next frame.
 */
export function anySiblings(sources: Sources): string[] {
  return Object.entries(sources)
    .filter(([file]) => file.endsWith(".css"))
    .flatMap(([file, css]) => {
      const found: string[] = [];
      postcss.parse(css).walkRules(({ selector }) => {
        if (selector.match(ANY_SIBLING)) found.push(`${file}: ${selector}`);
      });
      return found;
    });
}
