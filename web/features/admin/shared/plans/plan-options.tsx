import { plans } from "../../money/codes/code-rules.ts";

/** The plans as options of a select. */
export function PlanOptions() {
  return plans.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
