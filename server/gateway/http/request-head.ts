/** A request without its body, as services read it: a Request of Fetch is one, and NodeRequest another. */
import type { IncomingMessage } from "node:http";

export interface RequestHead {
  readonly method: string;
  /** Absolute and normalised. */
  readonly url: string;
  readonly headers: HeaderReader;
}

/** Names in lower case. */
export type HeaderReader = Pick<Headers, "get"> & { keys(): Iterable<string> };

/** Characters that a URL keeps as they are in its path and in its query. */
const PLAIN_TARGET = /^\/[\w/-]*(\?[!$-&(-;=?-~]*)?$/;
const PLAIN_HOST = /^[a-z\d.-]+(:\d{1,5})?$/;

/** One of Node's requests, read where it is, without a Request of Fetch and its copy of the headers. */
export class NodeRequest implements RequestHead {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderReader;

  private constructor(incoming: IncomingMessage) {
    this.method = incoming.method ?? "GET";
    this.url = `http://${incoming.headers.host}${incoming.url}`;
    this.headers = new NodeHeaders(incoming);
  }

  /** Null for a request whose address must be normalised or may be invalid. */
  static of(incoming: IncomingMessage): NodeRequest | null {
    const { url = "", headers } = incoming;
    return PLAIN_TARGET.test(url) && isPlainHost(headers.host ?? "") ? new NodeRequest(incoming) : null;
  }
}

let lastPlainHost = ""; // nearly all requests name the same host

function isPlainHost(host: string): boolean {
  if (host === lastPlainHost) return true;
  if (!PLAIN_HOST.test(host) || !URL.canParse(`http://${host}`)) return false;
  lastPlainHost = host;
  return true;
}

class NodeHeaders implements HeaderReader {
  constructor(private readonly incoming: IncomingMessage) {}

  get(name: string): string | null {
    const value = this.incoming.headers[name];
    return typeof value === "string" ? value : (value?.join(", ") ?? null);
  }

  keys(): Iterable<string> {
    return Object.keys(this.incoming.headers);
  }
}
