import * as words from "#words/admin-matches";
import type { ImportPlan, ImportTeam } from "../../../../backend/types/import-rows.ts";
import {
  exchangesToAsk,
  matchWords,
  unexpectedAdditions,
} from "../../../../football/fixtures/import-plan.ts";
import { Choice } from "./preview.tsx";

/** The answers to a preview's questions. */
export interface Answers {
  /** Whether a new team is one of the club, by its name in the file. */
  isKnown: Readonly<Record<string, boolean>>;
  exchange: "yes" | "no" | null;
  addsMany: boolean;
}

export const noAnswers: Answers = { isKnown: {}, exchange: null, addsMany: false };

/** A new team whose name resembles one of the club. */
export type ResemblingTeam = ImportTeam & { resembles: string };

/** The new teams that the organiser must decide about. */
export function resemblingTeams(plan: ImportPlan): ResemblingTeam[] {
  return plan.teams.filter((team): team is ResemblingTeam => team.resembles !== null);
}

/** The number of questions without an answer. `asked` is the plan before any answer. */
export function openQuestions(asked: ImportPlan, plan: ImportPlan, answers: Answers): number {
  const teams = resemblingTeams(asked).filter(({ name }) => answers.isKnown[name] === undefined).length;
  const exchange = exchangesToAsk(asked).length > 0 && answers.exchange === null ? 1 : 0;
  return teams + exchange + (unexpectedAdditions(plan) > 0 && !answers.addsMany ? 1 : 0);
}

interface Props {
  asked: ImportPlan;
  plan: ImportPlan;
  answers: Answers;
  onAnswers: (change: Partial<Answers>) => void;
}

/** What the import waits for: new teams that resemble known ones, exchanged sides, and many new matches. */
export function Questions({ asked, plan, answers, onAnswers }: Props) {
  const exchanges = exchangesToAsk(asked);
  const many = unexpectedAdditions(plan);
  return (
    <>
      {resemblingTeams(asked).map(({ name, resembles, fits }) => (
        <TwoAnswers
          key={name}
          question={words.isItANewTeam({ name })}
          first={fits ? words.itIsTeamByMatches({ team: resembles }) : words.itIsTeam({ team: resembles })}
          second={words.itIsANewTeam}
          answer={answers.isKnown[name]}
          onAnswer={(isKnown) => onAnswers({ isKnown: { ...answers.isKnown, [name]: isKnown } })}
        />
      ))}
      {exchanges.length > 0 && (
        <TwoAnswers
          question={words.fileExchangesSides({
            count: exchanges.length,
            matches: exchanges.map((row) => matchWords({ ...row, home_score: null })).join("; "),
          })}
          first={words.exchangeThem}
          second={words.leaveThemAsTheyAre}
          answer={answers.exchange === null ? undefined : answers.exchange === "yes"}
          onAnswer={(yes) => onAnswers({ exchange: yes ? "yes" : "no" })}
        />
      )}
      {many > 0 && (
        <div className="import-question">
          <p>{words.addsManyMatches({ season: plan.season, count: many })}</p>
          <Choice checked={answers.addsMany} onChange={(addsMany) => onAnswers({ addsMany })}>
            {words.yesAddThem({ count: many })}
          </Choice>
        </div>
      )}
    </>
  );
}

interface TwoAnswersProps {
  question: string;
  first: string;
  second: string;
  /** True for the first answer. */
  answer: boolean | undefined;
  onAnswer: (isFirst: boolean) => void;
}

/** A question with two answers. */
export function TwoAnswers({ question, first, second, answer, onAnswer }: TwoAnswersProps) {
  return (
    <fieldset className="import-question">
      <legend>{question}</legend>
      {[first, second].map((text, index) => (
        <label key={text} className="checkbox-field">
          <input
            type="radio"
            name={question}
            checked={answer === (index === 0)}
            onChange={() => onAnswer(index === 0)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
