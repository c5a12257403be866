import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LIMITS } from "./admission.ts";
import { type AdmissionLimits, AdmissionQueue, type Job, type RequestClass } from "./admission-queue.ts";

const WAIT_MS = 1000;
const PATIENT_MS = 5000;
const ONE_AT_ONCE = { weight: 1, running: 1, sharesPlaces: true };
const limits = (changes: Partial<AdmissionLimits> = {}): AdmissionLimits => ({
  running: { least: 1, most: 1 },
  waiting: 100,
  waitMs: WAIT_MS,
  patientMs: PATIENT_MS,
  classes: {
    save: { ...ONE_AT_ONCE, weight: 16 },
    session: { ...ONE_AT_ONCE, weight: 8 },
    read: { ...ONE_AT_ONCE, weight: 4 },
    file: { ...ONE_AT_ONCE, sharesPlaces: false },
    function: ONE_AT_ONCE,
    password: { ...ONE_AT_ONCE, firstPaceMs: 40 },
    statistics: ONE_AT_ONCE,
  },
  ...changes,
});

/** A queue whose jobs record their names when they start or are refused. */
function useQueue(changes: Partial<AdmissionLimits> = {}) {
  const queue = new AdmissionQueue(limits(changes));
  const started: string[] = [];
  const refused: string[] = [];
  const running: Job[] = [];
  const job = (kind: RequestClass, name: string, receiving = false, isPatient = name === "patient"): Job => {
    const made: Job = {
      kind,
      isPatient,
      start: () => {
        started.push(name);
        running.push(made);
      },
      refuse: () => refused.push(name),
      isReceiving: () => receiving,
    };
    return made;
  };
  return {
    queue,
    running,
    started,
    refused,
    job,
    /** Runs or queues a job; true unless it is refused. */
    send(kind: RequestClass, address: string, name = `${kind} ${address}`, receiving = false): boolean {
      const made = job(kind, name, receiving);
      if (!queue.tryStart(made)) return queue.wait(made, address);
      made.start();
      return true;
    },
    /** Ends the oldest running job, `times` times, after `ms` each. */
    finish(times = 1, ms = 0): void {
      for (let turn = 0; turn < times; turn++) {
        vi.advanceTimersByTime(ms);
        const next = running.shift();
        if (next) queue.done(next);
      }
    },
  };
}

describe("the admission queue", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("starts a job at once while there is capacity, and the next one when it ends", () => {
    const { send, finish, started } = useQueue();
    send("read", "a", "first");
    send("read", "a", "second");
    expect(started).toEqual(["first"]);
    finish();
    expect(started).toEqual(["first", "second"]);
  });

  it("lets addresses take turns, however many jobs one of them has", () => {
    const { send, finish, started } = useQueue();
    send("read", "running");
    for (let n = 0; n < 50; n++) send("read", "greedy");
    send("read", "modest");
    send("read", "quiet");
    finish(4);
    expect(started.slice(1)).toEqual(["read greedy", "read modest", "read quiet", "read greedy"]);
  });

  it("shares the starts between classes by weight", () => {
    const { send, finish, started } = useQueue();
    send("read", "running");
    for (let n = 0; n < 40; n++)
      for (const kind of ["statistics", "read", "save"] as const) send(kind, "a", kind);
    started.length = 0;
    finish(42);
    const count = (kind: RequestClass) => started.filter((name) => name === kind).length;
    expect([count("save"), count("read"), count("statistics")]).toEqual([32, 8, 2]);
  });

  it("starts a save next, however many reads wait", () => {
    const { send, finish, started } = useQueue();
    for (let n = 0; n < 50; n++) send("read", "a");
    finish(10);
    send("save", "a");
    finish();
    expect(started.at(-1)).toBe("save a");
  });

  it("starts a save while reads have all their places", () => {
    const { send, started } = useQueue(LIMITS);
    for (let n = 0; n < 100; n++) send("read", "a", "read");
    send("save", "a", "save");
    expect([started.length, started.at(-1)]).toEqual([LIMITS.running.most + 1, "save"]);
  });

  it("leaves capacity that a class may not use to the others", () => {
    const { send, started } = useQueue({ running: { least: 2, most: 2 } });
    send("statistics", "a", "first");
    send("statistics", "a", "second");
    send("read", "a", "read");
    expect(started).toEqual(["first", "read"]);
  });

  it("lets files and the like run beside the jobs that use the database, up to their own limit", () => {
    const { send, started } = useQueue();
    send("read", "a", "read");
    send("file", "a", "first file");
    send("file", "a", "second file");
    expect(started).toEqual(["read", "first file"]);
  });

  it("refuses a job when its class is full", () => {
    const { send } = useQueue({ waiting: 2 });
    send("read", "running");
    expect([send("read", "a"), send("read", "a"), send("read", "a")]).toEqual([true, true, false]);
    expect(send("save", "a")).toBe(true);
  });

  it("refuses the newest job of the address with the most jobs instead of another address's first", () => {
    const { send, refused, queue } = useQueue({ waiting: 2 });
    send("read", "running");
    send("read", "greedy", "oldest");
    send("read", "greedy", "newest");
    expect(send("read", "modest")).toBe(true);
    expect(refused).toEqual(["newest"]);
    expect(send("read", "late")).toBe(false);
    expect(queue.waiting).toBe(2);
  });

  it("refuses a job at once when the recent pace shows that it would wait too long", () => {
    const { send, finish } = useQueue();
    for (let n = 0; n < 5; n++) send("read", "a");
    finish(3, WAIT_MS / 4);
    const admitted = Array.from({ length: 5 }, () => send("read", "a"));
    expect(admitted).toEqual([true, true, true, true, false]);
    expect(send("read", "another")).toBe(true);
  });

  it("lets a patient job wait longer than the pace allows others", () => {
    const { send, finish, refused } = useQueue();
    for (let n = 0; n < 5; n++) send("read", "a");
    finish(3, WAIT_MS / 4);
    for (let n = 0; n < 9; n++) expect(send("read", "secret key", "patient")).toBe(true);
    vi.advanceTimersByTime(PATIENT_MS - 100);
    expect(refused).not.toContain("patient");
    vi.advanceTimersByTime(200);
    expect(refused.filter((name) => name === "patient")).toHaveLength(9);
  });

  it("admits every client of a burst, each refused once at most, if it comes back when it was asked to", () => {
    const JOB_MS = 40;
    const { queue, started, job, finish } = useQueue();
    const arrivals = Array.from({ length: 300 }, (_, n) => ({
      at: 0,
      name: `member ${n}`,
      hasTicket: false,
    }));
    const refusals = new Map<string, number>();
    let now = 0;
    const comeBack = (name: string) => {
      refusals.set(name, (refusals.get(name) ?? 0) + 1);
      const seconds = Math.max(1, Math.floor(queue.returnInMs("password", name) / 1000));
      const jitter = (refusals.size * 137) % 1000;
      arrivals.push({ at: now + seconds * 1000 + jitter, name, hasTicket: true });
    };
    const arrive = (name: string, hasTicket: boolean) => {
      const made = job("password", name, false, hasTicket);
      made.refuse = () => comeBack(name);
      if (queue.tryStart(made)) made.start();
      else if (!queue.wait(made, name)) comeBack(name);
    };
    while (started.length < 300 && now < 60_000) {
      for (const due of arrivals.filter(({ at }) => at <= now)) {
        arrivals.splice(arrivals.indexOf(due), 1);
        arrive(due.name, due.hasTicket);
      }
      finish(1, JOB_MS);
      now += JOB_MS;
    }
    expect([started.length, Math.max(...refusals.values())]).toEqual([300, 1]);
    expect(now).toBeLessThan(300 * JOB_MS * 1.25);
  });

  it("refuses a job that has waited too long", () => {
    const { send, refused, queue } = useQueue();
    send("read", "running");
    send("read", "a", "waited");
    vi.advanceTimersByTime(WAIT_MS / 2);
    send("read", "a", "later");
    vi.advanceTimersByTime(WAIT_MS / 2 + 100);
    expect(refused).toEqual(["waited"]);
    expect(queue.waiting).toBe(1);
  });

  it("forgets a job whose client has disconnected", () => {
    const { send, finish, job, queue, started } = useQueue();
    send("read", "running");
    const gone = job("read", "gone");
    queue.wait(gone, "a");
    send("read", "b");
    queue.cancel(gone, "a");
    finish();
    expect([started, queue.waiting]).toEqual([["read running", "read b"], 0]);
  });

  it("gives the place of a job without its body to the next job", () => {
    const { send, started, queue } = useQueue();
    send("save", "slow", "slow", true);
    send("save", "quick");
    vi.advanceTimersByTime(300);
    expect(started).toEqual(["slow", "save quick"]);
    expect(queue.running).toBe(1);
  });

  it("gives the place of a job that waits for another one to the next job, to as many as may wait", () => {
    const { send, started, running, queue } = useQueue({ waiting: 2 });
    for (const name of ["first", "second", "third"]) {
      send("read", "a", name);
      queue.leavePlace(running.at(-1) as Job);
    }
    expect([send("read", "a", "waiting"), started.length]).toEqual([true, 3]);
    queue.done(running[0] as Job);
    expect(started).toHaveLength(3);
    queue.leavePlace(running.at(-1) as Job);
    expect(started.at(-1)).toBe("waiting");
    expect(queue.running).toBe(1);
  });

  it("runs fewer jobs at once while they are slow, and more again when they are quick", () => {
    const most = 10;
    const classes = { ...limits().classes, read: { ...ONE_AT_ONCE, running: most } };
    const { send, finish, queue } = useQueue({
      running: { least: 2, most },
      classes,
      waiting: 500,
      waitMs: 1e6,
    });
    for (let n = 0; n < 400; n++) send("read", "a");
    expect(queue.running).toBe(most);
    finish(100, 150);
    expect(queue.running).toBe(2);
    finish(90, 1);
    expect(queue.running).toBe(most);
  });
});
