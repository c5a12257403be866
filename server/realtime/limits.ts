/** Limits for one socket, and for one IP address that posts broadcasts. */
export const LIMITS = {
  channels: 100,
  joinsPerSecond: 50,
  messagesPerSecond: 100,
  /** Per channel; beyond it the channel is closed. */
  presencesPerSecond: 10,
  /** Bytes of one frame; beyond it the socket is closed. */
  frame: 1024 * 1024,
  /** Bytes of one broadcast or presence; beyond it the message is refused. */
  payload: 256 * 1024,
  /** Messages waiting for a response; beyond it the socket is paused. */
  pendingMessages: 10,
  /** Bytes of all joins and presences of a socket; beyond it new ones are refused. */
  heldBytes: 2 * 1024 * 1024,
  /**
   * Bytes of the presence state of one topic, which is sent to every client that joins; beyond it new presences are
   * refused.
   */
  presences: 4 * 1024 * 1024,
  /** Bytes of a changed row; a longer row is sent without its long values, as in Realtime's apply_rls. */
  record: 1024 * 1024,
  /** Bytes of a value that is still sent with such a row. */
  shortValue: 64,
  /** Broadcasts posted over HTTP from one IP address. */
  postedPerSecond: 100,
  /** Bytes of one POST. */
  post: 1024 * 1024,
  /** Bytes buffered for a slow reader: for a limited time, and at most. Beyond either the socket is closed. */
  backlog: 4 * 1024 * 1024,
  backlogMs: 10_000,
  backlogMax: 16 * 1024 * 1024,
  /** Clients send a heartbeat every 25 seconds. */
  idleMs: 90_000,
} as const;

/** Counts events in windows of one second. */
export class RateLimit {
  #second = 0;
  #count = 0;

  constructor(private readonly most: number) {}

  /** Counts `events`, or returns false without counting if they exceed the limit of this second. */
  take(events = 1): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) [this.#second, this.#count] = [second, 0];
    if (this.#count + events > this.most) return false;
    this.#count += events;
    return true;
  }
}
