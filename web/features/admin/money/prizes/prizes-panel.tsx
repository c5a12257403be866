import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-money";
import { paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { UndoableActs } from "../../shared/undo/undoable-acts.tsx";
import { PlanForm } from "./plan-form.tsx";
import { prizePlan } from "./prizes-queries.ts";
import { SettledPrizes } from "./settled-prizes.tsx";
import "./prizes.css";

export { PrizesPanel as Component };

/** Organisers plan prizes, and mark what has been won as paid. */
function PrizesPanel() {
  const query = useQuery(prizePlan);
  return (
    <div className="stack">
      <section aria-labelledby="prizes">
        <div className="section-head">
          <h2 id="prizes">{words.prizes}</h2>
          <p>
            <Link to={paths.prizes}>{words.seeThePrizes}</Link>
          </p>
        </div>
        <UndoableActs acts={["pay_prize"]} />
        <QueryView
          query={query}
          failed={words.failedToLoadPrizes}
          loading={{ count: 4, height: 64, label: words.loadingPrizes }}
        >
          {(saved) => <PlanForm saved={saved} />}
        </QueryView>
      </section>
      <SettledPrizes />
    </div>
  );
}
