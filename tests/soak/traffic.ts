/** A mixture of requests, like those of a club's players and admins. */
import { once } from "node:events";
import WebSocket from "ws";
import type { LaunchedHost } from "../../tools/host/spawn-host.ts";
import type { Club } from "./club.ts";
import type { Random } from "./random.ts";

export interface Traffic {
  /** One request of a random kind. Throws an Error when its answer is not the expected one. */
  request(): Promise<void>;
}

type Kind = (number: number) => Promise<void>;

const PLAYERS = 5;
const PASSWORD = "Correct1Horse";
const UPLOADS = 20;
const UPLOAD_BYTES = 20_000;

/** Creates a bucket and accounts, and returns the traffic. The host must trust the address that a local proxy sends. */
export async function createTraffic(host: LaunchedHost, club: Club, random: Random): Promise<Traffic> {
  const { publishable_key, secret_key } = club.keys;
  const upload = "x".repeat(UPLOAD_BYTES);
  let count = 0;

  /** `body`: sent as JSON, unless it is the text of a file. Every call has a different address, so that no rate limit applies. */
  async function call(status: number, method: string, path: string, body?: unknown, key = secret_key) {
    const isFile = typeof body === "string";
    const response = await fetch(host.url + path, {
      method,
      redirect: "manual",
      headers: {
        apikey: key,
        ...(path.startsWith("/storage/") ? { authorization: `Bearer ${key}` } : {}),
        "content-type": isFile ? "text/plain" : "application/json",
        "x-upsert": "true",
        "x-forwarded-for": [10, count >> 16, (count >> 8) & 255, count & 255]
          .map((part) => part & 255)
          .join("."),
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== status)
      throw new Error(`${method} ${path} was answered ${response.status} instead of ${status}: ${text}`);
    return text;
  }

  const kinds: readonly (readonly [share: number, kind: Kind])[] = [
    [60, async () => void (await call(200, "GET", "/rest/v1/matches?select=*&order=match_date&limit=20"))],
    [
      12,
      async (number) => {
        await call(201, "POST", "/rest/v1/teams", { name: `Team ${number}` });
        await call(204, "DELETE", `/rest/v1/teams?name=eq.Team%20${number}`);
      },
    ],
    [4, async (number) => void (await call(400, "GET", `/rest/v1/matches?id=eq.${number}`))],
    [4, async (number) => void (await call(404, "GET", `/rest/v1/unknown_${number}`))],
    [
      4,
      async (number) =>
        void (await call(401, "GET", "/rest/v1/teams", undefined, `sb_secret_wrong${number}`)),
    ],
    [
      1,
      async (number) => {
        const account = { email: `player.${number % PLAYERS}@example.com`, password: PASSWORD };
        await call(200, "POST", "/auth/v1/token?grant_type=password", account, publishable_key);
      },
    ],
    [
      6,
      async (number) => {
        const path = `/storage/v1/object/soak/file-${number % UPLOADS}`;
        await call(200, "POST", path, upload);
        await call(200, "GET", path);
      },
    ],
    [4, joinAndLeave],
    [
      5,
      async (number) => void (await call(303, "GET", `/functions/v1/unsubscribe?token=${number}&kind=news`)),
    ],
  ];
  const total = kinds.reduce((sum, [share]) => sum + share, 0);

  async function joinAndLeave(number: number): Promise<void> {
    const url = `${host.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${publishable_key}&vsn=1.0.0`;
    const socket = new WebSocket(url);
    await once(socket, "open");
    const topic = `realtime:room-${number}`;
    for (const [index, event] of ["phx_join", "phx_leave"].entries()) {
      const replied = once(socket, "message");
      socket.send(
        JSON.stringify({ topic, event, payload: { config: {} }, ref: String(index), join_ref: "0" }),
      );
      await replied;
    }
    const closed = once(socket, "close");
    socket.close();
    await closed;
  }

  await call(200, "POST", "/storage/v1/bucket", { name: "soak", id: "soak", public: false });
  for (let player = 0; player < PLAYERS; player++) {
    const account = { email: `player.${player}@example.com`, password: PASSWORD, email_confirm: true };
    await call(200, "POST", "/auth/v1/admin/users", account);
  }
  return {
    async request() {
      const number = count++;
      let place = random.between(0, total);
      for (const [share, kind] of kinds) {
        place -= share;
        if (place < 0) return kind(number);
      }
    },
  };
}
