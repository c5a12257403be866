/** Decides which request may run now, which waits, and which is refused. It does not depend on HTTP. */
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { ReturnSlots } from "./return-slots.ts";
import { type ClassLimits, WaitingLine } from "./waiting-line.ts";

/** From the most to the least urgent. */
export const REQUEST_CLASSES = [
  "save",
  "session",
  "read",
  "file",
  "function",
  "password",
  "statistics",
] as const;
export type RequestClass = (typeof REQUEST_CLASSES)[number];

export interface AdmissionLimits {
  /** The most requests at once of the classes that share places: while reads are slow, and while they are quick. */
  running: { least: number; most: number };
  /** The most requests of one class that wait. */
  waiting: number;
  /** A request that would wait longer, or has waited longer, is refused. */
  waitMs: number;
  /** The same for a patient job, which is not refused when it arrives. */
  patientMs: number;
  classes: Readonly<Record<RequestClass, ClassLimits>>;
}

export interface Job {
  readonly kind: RequestClass;
  /** True for the project's own jobs and scripts, and for clients that come back as they were asked to. */
  readonly isPatient: boolean;
  /** Called at most once, if the job has waited and may run. */
  start(): void;
  /** Called at most once, if the job has waited too long or gives way to another address. */
  refuse(): void;
  /** True while the client still sends the body, which takes no capacity of the host. */
  isReceiving(): boolean;
}

const TICK_MS = 100;
/** A running job whose body has not arrived after this time leaves its place to others. */
const RECEIVING_MS = 250;

/**
 * A bounded queue. Classes share the starts by weight (stride scheduling), and client addresses take turns within a
 * class. A request is refused when it arrives if the recent pace of its class shows that it would wait too long.
 */
export class AdmissionQueue {
  readonly #limits: AdmissionLimits;
  readonly #concurrency: ConcurrencyLimit;
  readonly #lines: Readonly<Record<RequestClass, WaitingLine<Job>>>;
  readonly #slots = new Map<RequestClass, ReturnSlots>(
    REQUEST_CLASSES.map((kind) => [kind, new ReturnSlots()]),
  );
  /** Running jobs and when they started. */
  readonly #running = new Map<Job, number>();
  /** Jobs that have left their places and have not ended. */
  readonly #away = new Set<Job>();
  /** Running jobs of the classes that share places. */
  #inShared = 0;
  /** The virtual time of stride scheduling: the position of the line that started last. */
  #time = 0;
  #ticker: NodeJS.Timeout | undefined;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
    this.#concurrency = new ConcurrencyLimit(limits.running.least, limits.running.most);
    const line = (kind: RequestClass) => new WaitingLine<Job>(limits.classes[kind]);
    this.#lines = {
      save: line("save"),
      session: line("session"),
      read: line("read"),
      file: line("file"),
      function: line("function"),
      password: line("password"),
      statistics: line("statistics"),
    };
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    let sum = 0;
    for (const kind of REQUEST_CLASSES) sum += this.#lines[kind].length;
    return sum;
  }

  /** True if the job may run now. The caller must call `done` after it. */
  tryStart(job: Job): boolean {
    const line = this.#lines[job.kind];
    if (line.length > 0 || !this.#hasPlace(line)) return false;
    this.#enter(job, line, performance.now());
    return true;
  }

  /**
   * Queues a job that may not run yet. False if it would wait too long, or if the queue of its class is full and no
   * other address has more jobs in it.
   */
  wait(job: Job, address: string): boolean {
    const line = this.#lines[job.kind];
    const { waitMs, patientMs } = this.#limits;
    if (!job.isPatient && line.expectedWaitMs(address) > waitMs) return false;
    if (line.length >= this.#limits.waiting) {
      const evicted = line.evictFor(address);
      if (!evicted) return false;
      evicted.refuse();
    }
    if (line.length === 0) line.position = Math.max(line.position, this.#time);
    line.push(job, address, performance.now(), job.isPatient ? patientMs : waitMs);
    this.#ticker ??= setInterval(() => this.#tick(), TICK_MS).unref();
    return true;
  }

  /** The milliseconds after which a client that is refused now should come back. They grow with each refusal. */
  returnInMs(kind: RequestClass, address: string): number {
    const line = this.#lines[kind];
    // A queue that is as long as it may be is served by then.
    const waitMs = Math.max(0, line.expectedWaitMs(address) - this.#limits.waitMs);
    return this.#slots.get(kind)?.next(address, waitMs, line.paceMs, performance.now()) ?? 0;
  }

  /** Removes a waiting job, because its client has disconnected. */
  cancel(job: Job, address: string): void {
    this.#lines[job.kind].remove(job, address);
  }

  /** Lets another job run while this one waits for one of them. Not for more jobs at once than may wait in a line. */
  leavePlace(job: Job): void {
    if (!this.#running.has(job) || this.#away.size >= this.#limits.waiting) return;
    this.#away.add(job);
    this.#leave(job);
  }

  /** Call it when a job that has started ends. */
  done(job: Job): void {
    this.#away.delete(job);
    const startedAt = this.#running.get(job);
    if (startedAt === undefined) return;
    // Statistics take long, session requests may wait for a password's hash, and saves for the disk.
    if (job.kind === "read") this.#concurrency.record(performance.now() - startedAt);
    this.#leave(job);
  }

  #hasPlace({ isFull, limits }: WaitingLine<Job>): boolean {
    return !isFull && !(limits.sharesPlaces && this.#inShared >= this.#concurrency.value);
  }

  #enter(job: Job, line: WaitingLine<Job>, now: number): void {
    line.running++;
    if (line.limits.sharesPlaces) this.#inShared++;
    this.#running.set(job, now);
  }

  #leave(job: Job): void {
    const line = this.#lines[job.kind];
    line.running--;
    if (line.limits.sharesPlaces) this.#inShared--;
    this.#running.delete(job);
    this.#startWaiting();
  }

  #startWaiting(): void {
    for (let line = this.#nextLine(); line; line = this.#nextLine()) {
      const now = performance.now();
      const job = line.take(now);
      if (!job) return;
      this.#time = line.position;
      line.position += 1 / line.limits.weight;
      this.#enter(job, line, now);
      job.start();
    }
  }

  #nextLine(): WaitingLine<Job> | null {
    let next: WaitingLine<Job> | null = null;
    for (const kind of REQUEST_CLASSES) {
      const line = this.#lines[kind];
      if (line.length > 0 && this.#hasPlace(line) && (!next || line.position < next.position)) next = line;
    }
    return next;
  }

  #tick(): void {
    const now = performance.now();
    for (const [job, startedAt] of this.#running) {
      if (now - startedAt >= RECEIVING_MS && job.isReceiving()) this.#leave(job);
    }
    for (const kind of REQUEST_CLASSES) {
      for (const job of this.#lines[kind].takeExpired(now)) job.refuse();
    }
    if (this.waiting > 0) return;
    clearInterval(this.#ticker);
    this.#ticker = undefined;
  }
}
