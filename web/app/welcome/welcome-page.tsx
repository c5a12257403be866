import type { User } from "@supabase/auth-js";
import { type ReactElement, useLayoutEffect, useRef, useState } from "react";
import * as words from "#words/app";
import * as uiWords from "#words/ui";
import { type FirstMatch, FirstMatchCard, useFirstMatch } from "../../features/matches/first-match.tsx";
import { RedeemForm } from "../../features/subscriptions/redeem-form.tsx";
import { CompetitionBadge } from "../../football/components/competition-badge.tsx";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { Redirect, useNavigate } from "../../routing/location.tsx";
import { Page } from "../../session/page.tsx";
import { SessionLoading } from "../../session/session-loading.tsx";
import { fullNameOf, useSession } from "../../session/session-store.ts";
import { NameStep } from "./name-step.tsx";
import { nextStep, rememberStep, stepsSeen, stepsThatApply } from "./welcome-steps.ts";
import "./welcome.css";

export { WelcomePage as Component };

/** What a new member is asked: the name, a code, the first prediction. Each is shown once and can be skipped. */
function WelcomePage() {
  const { user } = useSession();
  return user && <Loaded user={user} />;
}

function Loaded({ user }: { user: User }) {
  const first = useFirstMatch(user.id);
  if (first === undefined) return <SessionLoading />;
  // What cannot be loaded is on Home and Matches too, which offer Retry.
  if (first === null) return <Redirect to={paths.home} />;
  return <Steps user={user} first={first} />;
}

function Steps({ user, first }: { user: User; first: FirstMatch }) {
  const navigate = useNavigate();
  const applying = stepsThatApply(user, first);
  const [seenBefore] = useState(() => stepsSeen(user.id));
  // The steps of this visit with the present one, which stays although a saved prediction may end its reason.
  const [visited, setVisited] = useState(() =>
    [nextStep(applying, seenBefore)].filter((step) => step !== null),
  );
  const step = visited.at(-1);
  const screen = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const field = screen.current?.querySelector<HTMLElement>(step === "match" ? "h1" : "input");
    field?.focus();
  }, [step]);
  if (!step) return <Redirect to={paths.home} />;

  const seen = [...seenBefore, ...visited];
  const next = nextStep(applying, seen);
  const total = visited.length + applying.filter((each) => !seen.includes(each)).length;
  const goOn = () => {
    rememberStep(user.id, step);
    if (next) setVisited([...visited, next]);
    else navigate(paths.home, { replace: true });
  };
  const finish = () => rememberStep(user.id, step);
  return (
    <Page className="page wrap welcome-screen" ref={screen}>
      <div className="welcome-bar">
        <Pips at={visited.length} of={total} />
        <button type="button" className="btn link" onClick={goOn}>
          {words.skip}
        </button>
      </div>
      {step === "name" && (
        <Screen title={words.yourNameOnTheShirt} lead={words.yourNameLead}>
          <NameStep userId={user.id} name={fullNameOf(user)} onDone={goOn} />
        </Screen>
      )}
      {step === "code" && (
        <Screen title={words.gotACode} lead={words.gotACodeLead}>
          <Code first={first} onDone={goOn} />
        </Screen>
      )}
      {step === "match" && first.match && (
        <Screen title={words.callYourFirstScore} lead={words.firstScoreLead}>
          <FirstMatchCard match={first.match} userId={user.id} />
          <Link className="btn" to={paths.matches} replace onClick={finish}>
            {words.seeAllMatches}
          </Link>
        </Screen>
      )}
    </Page>
  );
}

function Screen({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: ReactElement | ReactElement[];
}) {
  return (
    <>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="muted">{lead}</p>
      </div>
      {children}
    </>
  );
}

function Pips({ at, of }: { at: number; of: number }) {
  return (
    <span className="welcome-pips" role="img" aria-label={words.stepOf({ step: at, steps: of })}>
      {Array.from({ length: of }, (_, place) => place + 1).map((place) => (
        <i key={place} className={place <= at ? "is-done" : undefined} />
      ))}
    </span>
  );
}

function Code({ first, onDone }: { first: FirstMatch; onDone: () => void }) {
  const [redeemed, setRedeemed] = useState(false);
  return (
    <>
      <RedeemForm firstCode="" heading={false} onRedeemed={() => setRedeemed(true)} />
      <ul className="welcome-competitions">
        {first.competitions.map(({ league, may_predict }) => (
          <li key={league}>
            <CompetitionBadge name={league} />
            <span className="faint">{may_predict ? words.openToYou : words.opensWithACode}</span>
          </li>
        ))}
      </ul>
      {redeemed && (
        <button type="button" className="btn" onClick={onDone}>
          {uiWords.next}
        </button>
      )}
    </>
  );
}
