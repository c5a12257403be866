import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import * as words from "#words/admin-club";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { type Check, checksOf } from "../../../../football/health/health-checks.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { DuplicatesList } from "../../shared/duplicates/duplicates-list.tsx";
import { health } from "./health-queries.ts";
import "./health.css";

export { HealthPanel as Component };

/** Hosts, messages, jobs, live scores and the database in sentences; what needs attention comes first. */
function HealthPanel() {
  const answer = useQuery(health);
  return (
    <section aria-labelledby="health">
      <div className="section-head">
        <h2 id="health">{words.health}</h2>
        <p>{words.whatHealthShows}</p>
      </div>
      <QueryView
        query={answer}
        failed={words.failedToLoadTheHealth}
        loading={{ count: 5, height: 72, label: words.loadingTheHealth }}
      >
        {(data) => <Checks checks={checksOf(data, serverNow())} />}
      </QueryView>
      {answer.data && answer.data.duplicate_teams + answer.data.duplicate_matches > 0 && <DuplicatesList />}
    </section>
  );
}

function Checks({ checks }: { checks: readonly Check[] }) {
  const problems = checks.reduce((sum, check) => sum + check.problems.length, 0);
  const sorted = [...checks].sort((a, b) => Number(b.problems.length > 0) - Number(a.problems.length > 0));
  return (
    <>
      <p role="status" className="health-summary">
        {problems === 0 ? words.allIsWell : words.thingsNeedAttention({ count: problems })}
      </p>
      <ul className="record-list">
        {sorted.map((check) => (
          <CheckRow key={check.title} check={check} />
        ))}
      </ul>
    </>
  );
}

function CheckRow({ check: { title, problems, facts } }: { check: Check }) {
  const isWell = problems.length === 0;
  return (
    <li className="health-check">
      {isWell ? (
        <CircleCheck className="health-well" aria-label={words.well} />
      ) : (
        <CircleAlert className="health-attention" aria-label={words.needsAttention} />
      )}
      <div>
        <b>{title}</b>
        {problems.map((problem) => (
          <p key={problem} className="health-attention">
            {problem}
          </p>
        ))}
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </div>
    </li>
  );
}
