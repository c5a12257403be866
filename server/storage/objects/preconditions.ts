/** Conditional requests in the order of RFC 9110, section 13.2.2. */

export interface Representation {
  /** Quoted, strong. */
  etag: string;
  lastModified: Date;
}

/** The status that ends the request, or null if it continues. */
export function evaluatePreconditions(headers: Headers, current: Representation): 304 | 412 | null {
  const modified = Math.floor(current.lastModified.getTime() / 1000) * 1000; // HTTP dates have whole seconds
  const match = headers.get("if-match");
  const unmodifiedSince = Date.parse(headers.get("if-unmodified-since") ?? "");
  if (match !== null ? !lists(match, [current.etag]) : unmodifiedSince < modified) return 412;
  const noneMatch = headers.get("if-none-match");
  const modifiedSince = Date.parse(headers.get("if-modified-since") ?? "");
  if (noneMatch !== null ? lists(noneMatch, [current.etag, `W/${current.etag}`]) : modifiedSince >= modified)
    return 304;
  return null;
}

/** False if `If-Range` names another representation; then `Range` is ignored. */
export function rangeApplies(headers: Headers, current: Representation): boolean {
  const condition = headers.get("if-range");
  if (condition === null) return true;
  return condition === current.etag || condition === current.lastModified.toUTCString();
}

function lists(header: string, etags: readonly string[]): boolean {
  return header.split(",").some((entry) => entry.trim() === "*" || etags.includes(entry.trim()));
}
