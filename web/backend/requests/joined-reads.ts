import { takeMarks } from "./marks.ts";

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export interface Read {
  url: string;
  init: RequestInit;
  answer: (response: Promise<Response>) => void;
}

/**
 * A `fetch` for the data API that sends the reads marked with `joined` and begun in the same moment as one request. Others are sent
 * at once.
 */
export function joiningReads(send: Fetch): Fetch {
  let waiting: Read[] = [];
  const sendWaiting = async () => {
    const reads = waiting;
    waiting = [];
    // The code loads after the first page. Without it, each is sent by itself.
    const code = reads.length > 1 && (await import("./read-together.ts").catch(() => null));
    if (code) code.sendTogether(reads, send);
    else for (const { url, init, answer } of reads) answer(send(url, init));
  };
  return (url, init = {}) => {
    const { isJoined } = takeMarks(new Headers(init.headers));
    // A condition or an order stands in the address, and is none of the function's arguments.
    if (!isJoined || !/\/rest\/v1\/rpc\/\w+$/.test(url)) return send(url, init);
    // A query sends its request in one of the next microtasks.
    if (waiting.length === 0) setTimeout(() => void sendWaiting());
    return new Promise((answer) => waiting.push({ url, init, answer }));
  };
}
