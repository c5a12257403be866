import { type RealtimeChannel, RealtimeClient } from "@supabase/realtime-js";
import { backend } from "../connection/client.ts";

/** The one line for live changes; all that follow something share it. */
export interface SharedConnection {
  /** A channel that is left by `giveBack`. Subscribe to it when `ready`. */
  channel: (name: string) => RealtimeChannel;
  /** The first join must carry the caller's token: what it may hear is judged by it. */
  ready: Promise<void>;
  release: () => void;
}

let joined = 0;
let line: { client: RealtimeClient; ready: Promise<void>; hangUp: () => void; users: number } | undefined;

/** Opens the line, or shares the one that is open; it closes when the last one gives it back. Reconnects by itself. */
export function acquireConnection(): SharedConnection {
  line ??= dial();
  const mine = line;
  mine.users += 1;
  const channels: RealtimeChannel[] = [];
  return {
    channel: (name) => {
      // A name of its own: one that is just being left may not be joined again.
      joined += 1;
      const channel = mine.client.channel(`${name}-${joined}`);
      channels.push(channel);
      return channel;
    },
    ready: mine.ready,
    release: () => {
      mine.users -= 1;
      const isLast = mine.users === 0;
      if (isLast && line === mine) line = undefined;
      void Promise.all(channels.map((channel) => mine.client.removeChannel(channel))).then(() => {
        if (isLast) mine.hangUp();
      });
    },
  };
}

function dial(): NonNullable<typeof line> {
  const { config, auth, token } = backend();
  const client = new RealtimeClient(`${config.url.replace(/^http/, "ws")}/realtime/v1`, {
    params: { apikey: config.publishable_key },
    accessToken: token,
  });
  const { data } = auth.onAuthStateChange((event) => {
    if (event === "TOKEN_REFRESHED") void client.setAuth();
  });
  return {
    client,
    ready: client.setAuth(),
    hangUp: () => {
      data.subscription.unsubscribe();
      void client.removeAllChannels().then(() => client.disconnect());
    },
    users: 0,
  };
}
