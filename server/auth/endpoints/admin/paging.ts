import type { Context } from "hono";
import { fitsHeader } from "../../../gateway/header-limits.ts";
import { AuthError } from "../../errors.ts";

const MAX_PER_PAGE = 1000;
const DEFAULT_PER_PAGE = 50;

export interface Page {
  /** The parameters of `limit` and `offset`. */
  range: readonly [string, string];
  /** Sets the headers with the total and the link to the next page, in GoTrue's form. */
  answer(total: number): void;
}

/** Reads ?page&per_page. Throws validation_failed (400). */
export function requestedPage(c: Context): Page {
  const page = positive(c, "page", 1);
  const size = Math.min(positive(c, "per_page", DEFAULT_PER_PAGE), MAX_PER_PAGE);
  return {
    range: [String(size), String((page - 1) * size)],
    answer(total) {
      c.header("x-total-count", String(total));
      c.header("link", linkHeader(c, page, Math.ceil(total / size)));
    },
  };
}

/** Clients send an empty parameter for a missing one. Throws validation_failed (400). */
function positive(c: Context, name: string, standard: number): number {
  const text = c.req.query(name) ?? "";
  if (text === "") return standard;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number > 0) return number;
  throw new AuthError(400, "validation_failed", `Bad Pagination Parameters: ${name} must be greater than 0`);
}

/** Clients read a page number right after the first `=`, so `page` comes before `per_page`, in GoTrue's order. */
function linkHeader(c: Context, page: number, last: number): string {
  const { pathname, search, searchParams } = new URL(c.req.url);
  if (!fitsHeader(search)) {
    for (const name of [...searchParams.keys()])
      if (name !== "page" && name !== "per_page") searchParams.delete(name);
  }
  const to = (number: number, rel: string) => {
    searchParams.set("page", String(number));
    searchParams.sort();
    return `<${pathname}?${searchParams}>; rel="${rel}"`;
  };
  return [...(page < last ? [to(page + 1, "next")] : []), to(last, "last")].join(", ");
}
