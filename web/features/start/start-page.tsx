import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { type ReactNode, useState } from "react";
import * as words from "#words/start";
import { clockTime, longDate } from "../../football/time/kick-off.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { Page } from "../../session/page.tsx";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { DemoOffer } from "./demo-offer.tsx";
import { checkLink, tokenInAddress } from "./start-calls.ts";
import { StartForm } from "./start-form.tsx";
import "./start.css";

export { StartPage as Component };

/** Where the link that the server prints leads: the club's name, time zone and language, and its first organiser. */
function StartPage() {
  const [token] = useState(tokenInAddress);
  const link = useQuery({
    queryKey: ["start link", token],
    queryFn: () => checkLink(token),
    staleTime: Infinity,
  });
  if (link.isPending)
    return (
      <Plain>
        <SkeletonRows count={4} height={64} label={words.checkingTheLink} />
      </Plain>
    );
  if (!link.data)
    return (
      <Plain>
        <FailedQueries title={words.failedToCheckTheLink} queries={[link]} />
      </Plain>
    );
  if (link.data.state === "unknown")
    return (
      <Plain>
        <EmptyState title={words.linkIsNotValid} level={2}>
          {words.newLinkHint}
        </EmptyState>
      </Plain>
    );
  if (link.data.state === "used")
    return (
      <Plain>
        <StartedAlready startedAt={link.data.startedAt} />
      </Plain>
    );
  return <Start token={token} demo={link.data.demo} onUsed={() => void link.refetch()} />;
}

function Plain({ children }: { children: ReactNode }) {
  return (
    <Page>
      <h1 className="visually-hidden">{words.startYourClub}</h1>
      {children}
    </Page>
  );
}

function StartedAlready({ startedAt }: { startedAt: string | null }) {
  return (
    <EmptyState
      title={words.startedAlready}
      level={2}
      action={
        <Link className="btn secondary" to={paths.signIn}>
          {words.signIn}
        </Link>
      }
    >
      {startedAt
        ? words.linkWorkedOnce({ day: longDate(startedAt), time: clockTime(startedAt) })
        : words.linkHasEnded}
    </EmptyState>
  );
}

interface Props {
  token: string;
  demo: boolean;
  /** The link was used meanwhile. */
  onUsed: () => void;
}

function Start({ token, demo, onUsed }: Props) {
  const [name, setName] = useState("");
  return (
    <Page className="start grass">
      <svg
        className="pitch-lines"
        viewBox="0 0 1440 900"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        <path d="M720-20v940" />
        <circle cx="720" cy="450" r="190" />
      </svg>
      <div className="wrap">
        <div className="start-intro">
          <h1>{words.startYourClub}</h1>
          <p className="start-lead">{words.startLead}</p>
          <p className="start-plate" aria-hidden="true">
            <span className="start-mark">
              <b className="digit-tile">3</b>
              <b className="digit-tile">1</b>
            </span>
            <span>{name.trim() || words.yourClub}</span>
          </p>
        </div>
        <div className="panel start-panel">
          <StartForm token={token} onName={setName} onUsed={onUsed} />
          <p className="start-note">
            <Lock size={16} aria-hidden="true" />
            <span>{words.linkWorksOnce}</span>
          </p>
        </div>
        {demo && <DemoOffer token={token} />}
      </div>
    </Page>
  );
}
