import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";

export const runNow = (name: string) => dataOf(backend().rest.rpc("run_job_now", { _name: name }));
