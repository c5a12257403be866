import { plans } from "./plan-rules.ts";

/** The plans as options of a select. */
export function PlanOptions() {
  return plans.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
