import { type RealtimeChannel, RealtimeClient } from "@supabase/realtime-js";
import { backend, onAuthEvent } from "../connection/client.ts";

/** The WebSocket connection for live changes. All subscribers share it. */
export interface SharedConnection {
  /** A channel that `release` leaves. Subscribe to it after `ready`. */
  channel: (name: string) => RealtimeChannel;
  /** The same for a private topic, in which all members' devices that may read it receive what others of them send. */
  privateChannel: (topic: string) => RealtimeChannel;
  /** Resolves when the caller's token is set, because the first join is authorized by it. */
  ready: Promise<void>;
  release: () => void;
}

let joined = 0;
let open:
  | {
      client: RealtimeClient;
      ready: Promise<void>;
      /** Resolves when earlier users' channels are left: a topic cannot be joined while it is being left. */
      left: Promise<unknown>;
      close: () => void;
      users: number;
    }
  | undefined;

/** Opens the connection, or shares the open one. It closes with the last release, and reconnects automatically. */
export function acquireConnection(): SharedConnection {
  open ??= openConnection();
  const mine = open;
  mine.users += 1;
  const channels: RealtimeChannel[] = [];
  return {
    channel: (name) => {
      // A unique name, so that nobody waits until the same channel is left.
      joined += 1;
      const channel = mine.client.channel(`${name}-${joined}`);
      channels.push(channel);
      return channel;
    },
    privateChannel: (topic) => {
      const channel = mine.client.channel(topic, { config: { private: true } });
      channels.push(channel);
      return channel;
    },
    ready: mine.left.then(() => mine.ready),
    release: () => {
      mine.users -= 1;
      const isLast = mine.users === 0;
      if (isLast && open === mine) open = undefined;
      const leaving = channels.map((channel) => mine.client.removeChannel(channel));
      // With what other users leave: one that leaves nothing must not end the wait for them.
      mine.left = Promise.all([mine.left, ...leaving]).then(() => {
        if (isLast) mine.close();
      });
    },
  };
}

function openConnection(): NonNullable<typeof open> {
  const { config, token } = backend();
  const client = new RealtimeClient(`${config.url.replace(/^http/, "ws")}/realtime/v1`, {
    params: { apikey: config.publishable_key },
    accessToken: token,
  });
  const stopListening = onAuthEvent((event) => {
    if (event === "TOKEN_REFRESHED") void client.setAuth();
  });
  return {
    client,
    ready: client.setAuth(),
    left: Promise.resolve(),
    close: () => {
      stopListening();
      void client.removeAllChannels().then(() => client.disconnect());
    },
    users: 0,
  };
}
