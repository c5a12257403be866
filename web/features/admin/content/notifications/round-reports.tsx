import { useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-content";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { sharePicture } from "../../../../backend/pictures/share-pictures.ts";
import type { RoundReportRow } from "../../../../backend/types/admin-rows.ts";
import { competitionNamed } from "../../../../football/rules/competitions.ts";
import { roundName } from "../../../../football/time/round-name.ts";
import { periodPath } from "../../../../paths.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { FailedQueries } from "../../../../ui/loading/failure.tsx";
import { ShareButton } from "../../../../ui/overlays/share-button.tsx";
import { whatsAppLink } from "../../../../ui/text/whats-app.ts";
import { reportText } from "./report-text.ts";
import { roundReports } from "./waiting-queries.ts";

const storedKey = "reports-put-away";

/** A text and a picture about each matchday that was over lately, for the club's chat. Nothing without one. */
export function RoundReports() {
  const list = useQuery(roundReports);
  const [away, setAway] = useState(readPutAway);
  if (list.isLoadingError) return <FailedQueries title={words.failedToLoadReports} queries={[list]} />;
  const shown = list.data?.filter(({ period_id: period }) => !away.includes(period)) ?? [];
  if (shown.length === 0) return null;
  const putAway = (period: number) => {
    const known = list.data?.map(({ period_id: id }) => id) ?? [];
    const next = [...away.filter((id) => known.includes(id)), period];
    setAway(next);
    rememberPutAway(next);
  };
  return (
    <section aria-labelledby="round-reports">
      <div className="section-head">
        <h2 id="round-reports">{words.roundReports}</h2>
        <p>{words.whatReportsAre}</p>
      </div>
      {shown.map((report, at) => (
        <details key={report.period_id} className="round-report" open={at === 0}>
          <summary>{nameOf(report)}</summary>
          <Report report={report} onPutAway={() => putAway(report.period_id)} />
        </details>
      ))}
    </section>
  );
}

function Report({ report, onPutAway }: { report: RoundReportRow; onPutAway: () => void }) {
  const path = periodPath(competitionNamed(report.league)?.id ?? null, report.period_id);
  const [text, setText] = useState(() => reportText(report, location.origin + path, serverNow()));
  const title = words.reportOf({ round: nameOf(report) });
  return (
    <>
      <Field label={words.textAsItIsSent}>
        <textarea
          rows={text.split("\n").length + 2}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="row-actions">
        <a className="btn" href={whatsAppLink(text)} target="_blank" rel="noreferrer">
          <MessageCircle size={20} aria-hidden="true" />
          <span>{words.sendToWhatsApp}</span>
        </a>
        <ShareButton
          className="btn secondary"
          text={text}
          title={title}
          picture={sharePicture("round", report.period_id)}
        >
          {words.thePicture}
        </ShareButton>
        <button type="button" className="btn link" onClick={onPutAway}>
          {words.putAway}
        </button>
      </div>
    </>
  );
}

function nameOf({ label, league }: RoundReportRow): string {
  return `${roundName(label)}, ${league}`;
}

/** The reports that this device no longer shows, by the numbers of their periods. */
function readPutAway(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "number") : [];
  } catch {
    return [];
  }
}

function rememberPutAway(periods: readonly number[]): void {
  try {
    localStorage.setItem(storedKey, JSON.stringify(periods));
  } catch {
    // Without storage they come back with the next visit.
  }
}
