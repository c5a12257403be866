/** Who listens to which channel of the one connection that PGlite has. */
type Heard = (payload: string) => void;

export class Channels {
  readonly #heard = new Map<string, Set<Heard>>();

  constructor(private readonly script: (sql: string) => Promise<void>) {}

  async listen(channel: string, heard: Heard): Promise<() => Promise<void>> {
    const known = this.#heard.get(channel);
    if (known) known.add(heard);
    else {
      this.#heard.set(channel, new Set([heard]));
      await this.script(`listen ${quoted(channel)}`);
    }
    return async () => {
      const left = this.#heard.get(channel);
      left?.delete(heard);
      if (left?.size !== 0) return;
      this.#heard.delete(channel);
      await this.script(`unlisten ${quoted(channel)}`);
    };
  }

  heard(channel: string, payload: string): void {
    for (const heard of this.#heard.get(channel) ?? []) heard(payload);
  }
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
