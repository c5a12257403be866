import type { Database } from "../database/database.ts";
import { STOP_MS, within } from "../stop.ts";
import { type Mail, type MailCarrier, RefusedError, type Sms, type SmsCarrier } from "./carriers.ts";

type Message = { kind: "mail"; mail: Mail } | { kind: "sms"; sms: Sms };

interface Claimed {
  id: string;
  message: Message;
  attempts: number;
  expired: boolean;
}

export interface DeliveryQueueSettings {
  database: Database;
  mail: MailCarrier;
  sms: SmsCarrier;
  /** A message that could not be sent for so long is dropped, because its code and link are no longer valid. */
  validSeconds: number;
  log: (event: string, error: unknown) => void;
}

export interface DeliveryQueue {
  mail: MailCarrier;
  sms: SmsCarrier;
  /** Sends what waits, now and when it becomes due. */
  start(): void;
  /** Stops sending. Messages that are being sent become due again after a moment. */
  close(): Promise<void>;
}

/** As many as the carriers send at once. */
const BATCH = 3;
/** Longer than a carrier tries; afterwards another host, or this one after a crash, tries again. */
const LEASE_SECONDS = 120;
const FIRST_RETRY_SECONDS = 15;
const LAST_RETRY_SECONDS = 600;
/** How often the queue is read when nothing is known to wait: another host may have stopped. */
const IDLE_MS = 60_000;

/**
 * Carriers that store each message in the database before they return, and send it afterwards. So no caller waits for a
 * mail server, and no message is lost when the host stops or the server does not respond. Messages for the outbox are
 * stored there at once.
 */
export function createDeliveryQueue(settings: DeliveryQueueSettings): DeliveryQueue {
  const { mail, sms } = settings;
  const sender = new Sender(settings);
  return {
    mail: mail.delivers
      ? { delivers: true, send: (message, waits) => sender.accept({ kind: "mail", mail: message }, waits) }
      : mail,
    sms: sms.delivers
      ? {
          delivers: true,
          channels: sms.channels,
          send: (message, waits) => sender.accept({ kind: "sms", sms: message }, waits),
        }
      : sms,
    start: () => sender.start(),
    close: () => sender.close(),
  };
}

class Sender {
  readonly #settings: DeliveryQueueSettings;
  /** Messages that a carrier is sending, by id. */
  readonly #underWay = new Map<string, Promise<void>>();
  #running: Promise<void> | null = null;
  #closed = false;
  /** True if the queue may have changed since it was last read. */
  #changed = false;
  #endPause = () => {};

  constructor(settings: DeliveryQueueSettings) {
    this.#settings = settings;
  }

  /** Stores a message. If the caller `waits`, tries it first: throws RefusedError, and stores it only to try again. */
  async accept(message: Message, waits = false): Promise<void> {
    if (!waits) return this.#store(message);
    const { mail, sms, log } = this.#settings;
    try {
      await (message.kind === "mail" ? mail.send(message.mail) : sms.send(message.sms));
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      log("message not sent", error);
      await this.#store(message);
    }
  }

  async #store(message: Message): Promise<void> {
    const { database, validSeconds } = this.#settings;
    await database.query(
      `insert into host.delivery_queue (message, expires_at)
       values ($1::jsonb, clock_timestamp() + make_interval(secs => $2::int))`,
      [JSON.stringify(message), String(validSeconds)],
    );
    this.#wake();
  }

  start(): void {
    this.#running ??= this.#sendUntilClosed();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#wake();
    await this.#running;
    await within(STOP_MS.work, Promise.all(this.#underWay.values()));
    if (this.#underWay.size === 0) return;
    // What a carrier still waits for is due at once, so that the next start sends it.
    await this.#settings.database.query(
      "update host.delivery_queue set send_after = clock_timestamp() where id = any ($1::bigint[])",
      [`{${[...this.#underWay.keys()].join(",")}}`],
    );
  }

  async #sendUntilClosed(): Promise<void> {
    while (!this.#closed) {
      this.#changed = false;
      let pauseMs = IDLE_MS;
      try {
        const free = BATCH - this.#underWay.size;
        const claimed = free > 0 ? await this.#claim(free) : [];
        for (const one of claimed) this.#underWay.set(one.id, this.#deliver(one));
        if (claimed.length < free) pauseMs = Math.min(IDLE_MS, await this.#msUntilNext());
      } catch (error) {
        this.#settings.log("messages not read from the queue", error);
      }
      await this.#pause(pauseMs);
    }
  }

  #wake(): void {
    this.#changed = true;
    this.#endPause();
  }

  /** Waits until the time is over or `wake` is called. */
  async #pause(ms: number): Promise<void> {
    if (this.#changed || this.#closed) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#endPause = resolve;
      timer = setTimeout(resolve, ms).unref();
    });
    clearTimeout(timer);
  }

  #claim(most: number): Promise<Claimed[]> {
    return this.#settings.database.query<Claimed>(
      `update host.delivery_queue as q
       set attempts = attempts + 1, send_after = clock_timestamp() + make_interval(secs => $2::int)
       where q.id in (
         select id from host.delivery_queue where send_after <= clock_timestamp()
         order by send_after limit $1::int for update skip locked
       )
       returning q.id::text, q.message, q.attempts, q.expires_at <= clock_timestamp() as expired`,
      [String(most), String(LEASE_SECONDS)],
    );
  }

  async #msUntilNext(): Promise<number> {
    const [next] = await this.#settings.database.query<{ ms: number | null }>(
      `select (extract(epoch from min(send_after) - clock_timestamp()) * 1000)::float8 as ms
       from host.delivery_queue`,
    );
    return Math.max(next?.ms ?? IDLE_MS, 0) + 1;
  }

  async #deliver({ id, message, attempts, expired }: Claimed): Promise<void> {
    const { database, log } = this.#settings;
    try {
      const retry = !expired && (await this.#trySending(message));
      if (retry) await this.#retryLater(id, attempts);
      else await database.query("delete from host.delivery_queue where id = $1::bigint", [id]);
    } catch (error) {
      if (!this.#closed) log("message not removed from the queue", error);
    } finally {
      this.#underWay.delete(id);
      this.#wake();
    }
  }

  /** True if a later attempt may succeed. */
  async #trySending(message: Message): Promise<boolean> {
    const { mail, sms, log } = this.#settings;
    try {
      await (message.kind === "mail" ? mail.send(message.mail) : sms.send(message.sms));
      return false;
    } catch (error) {
      if (this.#closed) return true;
      log("message not sent", error);
      return !(error instanceof RefusedError);
    }
  }

  async #retryLater(id: string, attempts: number): Promise<void> {
    const seconds = Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), LAST_RETRY_SECONDS);
    await this.#settings.database.query(
      `update host.delivery_queue set send_after = clock_timestamp() + make_interval(secs => $2::int)
       where id = $1::bigint`,
      [id, String(this.#closed ? 0 : seconds)],
    );
  }
}
