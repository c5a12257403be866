import type { ReactNode } from "react";
import * as footballWords from "#words/football";
import * as words from "#words/home";
import { Crest } from "../../football/components/crest.tsx";
import { paths, registerPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";

/** The pitch background with two columns. It uses no session and no query, because the first paint also renders it. */
export function CoverFrame({
  label,
  folio,
  children,
}: {
  label: string;
  folio: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="cover grass" aria-label={label}>
      <svg
        className="pitch-lines"
        viewBox="0 0 1440 560"
        preserveAspectRatio="xMaxYMid slice"
        aria-hidden="true"
      >
        <path d="M1020-20v600" />
        <circle cx="1020" cy="280" r="190" />
        <circle className="centre-spot" cx="1020" cy="280" r="5" />
        <path d="M1440 70h-150v420h150M1440 170h-60v220h60M1290 205a100 100 0 0 0 0 150" />
      </svg>
      <div className="wrap">
        <p className="cover-head">{folio}</p>
        <div className="cover-columns">{children}</div>
      </div>
    </section>
  );
}

/** One text, because the rest of a line would move when the font arrives. The word joiner keeps "kick-off" on one line. */
const visitorLead = words.visitorLead;

export function VisitorCall() {
  return (
    <div>
      <h1>{words.callTheScore}</h1>
      <p className="cover-lead">{visitorLead}</p>
      <div className="cover-actions">
        <Link className="btn on-dark" to={registerPath}>
          {words.joinTheClub}
        </Link>
        <Link to={paths.signIn}>{words.signIn}</Link>
      </div>
    </div>
  );
}

/** An invisible match with the size of the real one, so that the page does not move when the match loads. */
export function TiePlaceholder() {
  return (
    <div className="cover-match" aria-hidden="true">
      <div className="cover-teams invisible">
        <div>
          {/* not a text: the colours follow from the name */}
          <Crest team="Home" size="cover" />
          <span>{words.home}</span>
        </div>
        <i>{footballWords.versus}</i>
        <div>
          {/* not a text: the colours follow from the name */}
          <Crest team="Away" size="cover" />
          <span>{words.away}</span>
        </div>
      </div>
      <p className="first-lock">&nbsp;</p>
      <div className="countdown">
        {[
          footballWords.unitDays,
          footballWords.unitHours,
          footballWords.unitMinutes,
          footballWords.unitSeconds,
        ].flatMap((word) => [
          <div className="digit-tile" key={word} />,
          <span key={`${word} label`}>{word}</span>,
        ])}
      </div>
    </div>
  );
}
