import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import * as words from "#words/admin-set-up";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { ClubSetUpRow } from "../../../../backend/types/admin-rows.ts";
import { kickOffInSentence } from "../../../../football/time/kick-off.ts";
import { paths } from "../../../../paths.ts";
import { useNavigate } from "../../../../routing/location.tsx";
import { FailedQueries } from "../../../../ui/loading/failure.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { CodesStep, FixturesStep, MembersStep } from "./first-steps.tsx";
import { MailStep } from "./mail-step.tsx";
import { putAway } from "./set-up-mutations.ts";
import { setUp } from "./set-up-queries.ts";
import { firstToDo, isPutAway, type Step, stateOf, steps, withoutStep } from "./set-up-steps.ts";

/** The first steps of a new club. Shows nothing in other clubs and when the list is put away. */
export function SetUp() {
  const found = useQuery(setUp);
  if (found.isLoadingError) return <FailedQueries title={words.failedToLoad} queries={[found]} />;
  if (!found.data || isPutAway(found.data)) return null;
  return <Steps facts={found.data} />;
}

function Steps({ facts }: { facts: ClubSetUpRow }) {
  const navigate = useNavigate();
  const left = firstToDo(facts);
  // Undefined until the organiser opens or closes one.
  const [chosen, setChosen] = useState<Step | null | undefined>();
  const open = chosen === undefined ? left : chosen;
  const remove = useAdminMutation(
    (step: Step | "all") => putAway(facts, withoutStep(facts, step)),
    {
      success: null,
      failure: words.failedToSave,
    },
    {
      stale: [subject.dashboard],
      onDone: () => (left === null ? navigate(paths.home) : setChosen(undefined)),
    },
  );
  const isReady = left === null;
  const done = steps.filter((step) => stateOf(step, facts) !== "open").length;
  return (
    <section className="set-up" aria-labelledby="set-up">
      <header className="grass">
        <div>
          <h2 id="set-up">{isReady ? words.readyFor : words.fourSteps}</h2>
          <p>{isReady ? words.readySummary({ ...facts, members: facts.members + 1 }) : lead(facts)}</p>
          <p className="set-up-progress">
            <span className="set-up-pips" aria-hidden="true">
              {steps.map((step, place) => (
                <i key={step} className={place < done ? "filled" : ""} />
              ))}
            </span>
            <span>{words.countDone({ done })}</span>
          </p>
        </div>
        {isReady && (
          <button type="button" className="btn on-dark" onClick={() => remove.mutate("all")}>
            {words.openTheClub}
          </button>
        )}
      </header>
      <ol>
        {steps.map((step, place) => (
          <StepRow
            key={step}
            step={step}
            number={place + 1}
            facts={facts}
            isOpen={open === step}
            onToggle={() => setChosen(open === step ? null : step)}
          >
            {panelOf(step, facts, () => remove.mutate(step))}
          </StepRow>
        ))}
      </ol>
      {!isReady && (
        <button type="button" className="btn link" onClick={() => remove.mutate("all")}>
          {words.putAway}
        </button>
      )}
    </section>
  );
}

function lead({ next_home: home, next_away: away, next_kickoff_at: at }: ClubSetUpRow): string {
  if (!home || !away || !at) return words.onlyOrganisersSee;
  return `${words.nextMatch({ home, away, when: kickOffInSentence(at, serverNow()) })} ${words.onlyOrganisersSee}`;
}

function panelOf(step: Step, facts: ClubSetUpRow, skip: () => void): ReactNode {
  switch (step) {
    case "fixtures":
      return <FixturesStep />;
    case "members":
      return <MembersStep />;
    case "codes":
      return <CodesStep onSkip={skip} />;
    case "mail":
      return <MailStep facts={facts} onSkip={skip} />;
  }
}

interface RowProps {
  step: Step;
  number: number;
  facts: ClubSetUpRow;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

const titles: Readonly<Record<Step, string>> = {
  fixtures: words.fixtures,
  members: words.members,
  codes: words.codes,
  mail: words.mail,
};

function StepRow({ step, number, facts, isOpen, onToggle, children }: RowProps) {
  const state = stateOf(step, facts);
  return (
    <li className={`set-up-step ${state === "open" ? "" : "is-done"} ${isOpen ? "is-open" : ""}`}>
      <div className="set-up-head">
        <span className="set-up-number" aria-hidden="true">
          {state === "open" ? number : <Check size={20} />}
        </span>
        <div>
          <h3>{titles[step]}</h3>
          <p>
            {state !== "open" && <span className="visually-hidden">{`${words.done}. `}</span>}
            <span>{state === "skipped" ? words.notNeeded : summaryOf(step, facts, state === "done")}</span>
          </p>
        </div>
        <button
          type="button"
          className="btn secondary small"
          aria-expanded={isOpen}
          aria-label={isOpen ? undefined : words.openStep({ step: titles[step] })}
          onClick={onToggle}
        >
          {isOpen ? words.close : words.open}
        </button>
      </div>
      {isOpen && <div className="set-up-panel">{children}</div>}
    </li>
  );
}

function summaryOf(step: Step, facts: ClubSetUpRow, isDone: boolean): string {
  switch (step) {
    case "fixtures":
      return isDone ? words.fixturesDone(facts) : words.fixturesLead;
    case "members":
      return isDone ? words.membersDone({ count: facts.members }) : words.membersLead;
    case "codes":
      return isDone ? words.codesDone({ count: facts.codes }) : words.codesLead;
    case "mail":
      return isDone ? words.mailDone : words.mailLead;
  }
}
