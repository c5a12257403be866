import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin";
import { dashboardTabPath } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { AuditEntries } from "../../club/audit-log/audit-entries.tsx";
import { latestEntries } from "../../club/audit-log/audit-queries.ts";

/** What organisers have done this evening, each with its undo. Nothing before the first act, and if it does not load. */
export function DoneTonight() {
  const { data } = useQuery(latestEntries);
  if (!data || data.rows.length === 0) return null;
  return (
    <section aria-labelledby="tonight-done">
      <div className="section-head">
        <h3 id="tonight-done">{words.doneTonight}</h3>
        <Link to={dashboardTabPath("audit-log")}>{words.wholeAuditLog}</Link>
      </div>
      <AuditEntries {...data} brief />
    </section>
  );
}
