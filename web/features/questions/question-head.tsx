import { Clock, Lock } from "lucide-react";
import * as words from "#words/questions";
import type { SeasonQuestionRow } from "../../backend/types/question-rows.ts";
import { pointsOfQuestion } from "../../football/questions/question-words.ts";
import { kickOffInSentence } from "../../football/time/kick-off.ts";

interface Props {
  question: SeasonQuestionRow;
  isOpen: boolean;
  now: number;
}

/** What is asked, what it earns, and when it locks or has locked. */
export function QuestionHead({ question, isOpen, now }: Props) {
  const time = kickOffInSentence(question.locks_at, now);
  return (
    <div className="question-head">
      <h3>{question.title}</h3>
      {question.help && <p>{question.help}</p>}
      <p className="question-facts">
        <span>{pointsOfQuestion(question)}</span>
        <span className="note">
          {isOpen ? <Clock aria-hidden="true" /> : <Lock aria-hidden="true" />}
          <time dateTime={question.locks_at}>{isOpen ? words.locks({ time }) : words.locked({ time })}</time>
        </span>
      </p>
    </div>
  );
}
