/** What one socket, and one address that posts broadcasts, may ask of the host. */
export const LIMITS = {
  channels: 100,
  joinsPerSecond: 50,
  messagesPerSecond: 100,
  /** Of one channel; beyond it the channel is closed. */
  presencesPerSecond: 10,
  /** Bytes of one frame; beyond it the socket is closed. */
  frame: 1024 * 1024,
  /** Bytes of what one broadcast or presence carries; beyond it the message is refused. */
  payload: 256 * 1024,
  /** Messages that may wait for their answers; beyond it the socket is not read from until one is given. */
  pendingMessages: 10,
  /** Bytes that a socket's joins and presences had; beyond it what would add to them is refused. */
  heldBytes: 2 * 1024 * 1024,
  /** Bytes of all who are present in one topic, which whoever joins it is told at once; beyond it nobody more is. */
  presences: 4 * 1024 * 1024,
  /** Bytes of a changed row; of a longer one the long values stay away. As upstream's apply_rls, like the next. */
  record: 1024 * 1024,
  /** Bytes of a value that even then are sent. */
  shortValue: 64,
  /** Broadcasts posted over HTTP from one address. */
  postedPerSecond: 100,
  /** Bytes of one POST. */
  post: 1024 * 1024,
  /** Bytes that may wait for a reader: for a while, and at most. Beyond either it is dropped. */
  backlog: 4 * 1024 * 1024,
  backlogMs: 10_000,
  backlogMax: 16 * 1024 * 1024,
  /** Clients beat every 25 seconds. */
  idleMs: 90_000,
} as const;

/** Counts events in windows of one second. */
export class RateLimit {
  #second = 0;
  #count = 0;

  constructor(private readonly most: number) {}

  /** Counts `events` more; false when they are more than a second allows, and then they are not counted. */
  take(events = 1): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) [this.#second, this.#count] = [second, 0];
    if (this.#count + events > this.most) return false;
    this.#count += events;
    return true;
  }
}
