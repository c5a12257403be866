/**
 * Marks on the page's own requests, set where a request is written. They are headers until `client.ts` takes them off: none is
 * sent.
 */
const joins = "page-joins";
const changes = "page-changes";

export interface Markable {
  setHeader(name: string, value: string): this;
}

/** A read that may join others of the same moment. `read-together.ts` has the way to write it. */
export function markJoined<Read extends Markable>(read: Read): Read {
  return read.setHeader(joins, "1");
}

/** A write of what is the caller's own, which outlasts the page and which the caller's other devices are told of. */
export function ownWrite<Write extends Markable>(changed: string, write: Write): Write {
  return write.setHeader(changes, changed);
}

/** Takes the marks off a request's headers. `changed`: the first word of the keys of what an own write changes. */
export function takeMarks(headers: Headers): { isJoined: boolean; changed: string | null } {
  const marks = { isJoined: headers.has(joins), changed: headers.get(changes) };
  headers.delete(joins);
  headers.delete(changes);
  return marks;
}
