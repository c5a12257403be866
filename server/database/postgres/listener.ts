/** LISTEN on one connection of its own, which is opened at first use and opened again whenever it breaks. */
import pg from "pg";

const RETRY_MS = 1000;

type Heard = (payload: string) => void;

export class Listener {
  readonly #channels = new Map<string, Set<Heard>>();
  #client: Promise<pg.Client> | null = null;
  #closed = false;

  constructor(private readonly config: pg.ClientConfig) {}

  async listen(channel: string, heard: Heard): Promise<() => Promise<void>> {
    const client = await this.#connected();
    const known = this.#channels.get(channel);
    if (!known) {
      this.#channels.set(channel, new Set([heard]));
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } else known.add(heard);
    return () => this.#unlisten(channel, heard);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = await this.#client?.catch(() => null);
    await client?.end();
  }

  async #unlisten(channel: string, heard: Heard): Promise<void> {
    const known = this.#channels.get(channel);
    known?.delete(heard);
    if (known?.size !== 0) return;
    this.#channels.delete(channel);
    if (this.#closed) return;
    const client = await this.#connected();
    await client.query(`unlisten ${pg.escapeIdentifier(channel)}`);
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.config, keepAlive: true });
    client.on("notification", ({ channel, payload }) => {
      for (const heard of this.#channels.get(channel) ?? []) heard(payload ?? "");
    });
    client.on("error", () => {}); // "end" follows, and reconnects
    await client.connect();
    client.on("end", () => this.#reconnect());
    for (const channel of this.#channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    return client;
  }

  #reconnect(): void {
    this.#client = null;
    if (this.#closed) return;
    setTimeout(() => {
      if (this.#closed) return;
      this.#connected().catch(() => this.#reconnect());
    }, RETRY_MS).unref();
  }
}
