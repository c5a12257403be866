/** How the official client opens sockets in tests. */
import ws from "ws";
import { FACT_MS } from "./limits.ts";

/** Node 20 has no global WebSocket; and on a busy machine a join may take longer than the client's ten seconds. */
export const REALTIME = { transport: ws as never, timeout: FACT_MS };
