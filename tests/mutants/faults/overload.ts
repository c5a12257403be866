import type { Fault } from "../fault.ts";

const ADMISSION = "server/gateway/admission/admission-queue.test.ts";

/** The queue in front of the services. */
export const ADMISSION_CONTROL: readonly Fault[] = [
  {
    name: "an address with many waiting requests delays all others",
    file: "server/gateway/admission/waiting-line.ts",
    find: "      this.#entries.delete(address);\n      if (entries.length > 0) this.#entries.set(address, entries);",
    replace: "      if (entries.length === 0) this.#entries.delete(address);",
    caughtBy: ADMISSION,
    test: "lets addresses take turns",
  },
  {
    name: "saves wait for as many reads as there are saves",
    file: "server/gateway/admission/admission-queue.ts",
    find: "line.position += 1 / line.limits.weight;",
    replace: "line.position += 1;",
    caughtBy: ADMISSION,
    test: "shares the starts between classes by weight",
  },
  {
    name: "a request that would wait too long waits in vain",
    file: "server/gateway/admission/admission-queue.ts",
    find: "    if (!job.isPatient && line.expectedWaitMs(address) > waitMs) return false;\n",
    replace: "",
    caughtBy: ADMISSION,
    test: "refuses a job at once when the recent pace",
  },
  {
    name: "a client without a body keeps the place of others",
    file: "server/gateway/admission/admission-queue.ts",
    find: "&& job.isReceiving()) this.#leave(job);",
    replace: "&& false) this.#leave(job);",
    caughtBy: ADMISSION,
    test: "gives the place of a job without its body",
  },
  {
    name: "a request runs although its client has gone",
    file: "server/gateway/admission/admission.ts",
    find: "        queue.cancel(job, address);\n",
    replace: "",
    caughtBy: "server/gateway/admission/admission.integration.test.ts",
    test: "never runs a request whose client disconnects",
  },
];
