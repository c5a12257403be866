import { takeMarks } from "./marks.ts";
import { type Fetch, later, type Read } from "./service-fetch.ts";

/**
 * A `fetch` for the data API that sends the reads marked as joined and begun in the same moment as one request. Others are sent at
 * once, and so are all reads while `mayJoin` is false, because visitors may not call `read_together`.
 */
export function joiningReads(send: Fetch, mayJoin: () => boolean): Fetch {
  let waiting: Read[] = [];
  const sendWaiting = () => {
    const reads = waiting;
    waiting = [];
    later.sendTogether?.(reads, send);
  };
  return (url, init = {}) => {
    const { isJoined } = takeMarks(new Headers(init.headers));
    // A condition or an order stands in the address, and is none of the function's arguments.
    if (!isJoined || !mayJoin() || !/\/rest\/v1\/rpc\/\w+$/.test(url)) return send(url, init);
    // A query sends its request in one of the next microtasks.
    if (waiting.length === 0) setTimeout(sendWaiting);
    return new Promise((answer) => waiting.push({ url, init, answer }));
  };
}
