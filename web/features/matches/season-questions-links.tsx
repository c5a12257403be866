import { ChevronRight } from "lucide-react";
import * as words from "#words/matches";
import type { SeasonQuestionRow } from "../../backend/types/question-rows.ts";
import { CompetitionBadge, hueOf } from "../../football/components/competition-badge.tsx";
import { competitions } from "../../football/rules/competitions.ts";
import { kickOffInSentence } from "../../football/time/kick-off.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import "./season-questions-links.css";

interface Props {
  questions: readonly SeasonQuestionRow[];
  /** Null: of all competitions. */
  league: string | null;
  now: number;
}

/** The competitions with season questions, each as a link to them. Nothing without a question. */
export function SeasonQuestionsLinks({ questions, league, now }: Props) {
  const asked = competitions
    .filter(({ name }) => league === null || name === league)
    .map((competition) => ({
      ...competition,
      theirs: questions.filter(({ competition_id: id }) => id === competition.id),
    }))
    .filter(({ theirs }) => theirs.length > 0);
  if (asked.length === 0) return null;
  return (
    <section aria-labelledby="season-questions">
      <div className="section-head">
        <h2 id="season-questions">{words.seasonQuestions}</h2>
      </div>
      <ul className="question-links">
        {asked.map(({ id, name, theirs }) => (
          <li key={id} {...hueOf(name)}>
            <Link to={paths.questions}>
              <CompetitionBadge name={name} />
              <small>{stateOf(theirs, now)}</small>
              <ChevronRight aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `2 of 4 answered, next lock Sat 15:00`, `4 locked`, or `4 settled`. */
function stateOf(questions: readonly SeasonQuestionRow[], now: number): string {
  const open = questions
    .filter(({ locks_at: at }) => Date.parse(at) > now)
    .toSorted((one, other) => Date.parse(one.locks_at) - Date.parse(other.locks_at));
  const [next] = open;
  if (next) {
    const answered = open.filter(({ answer }) => answer !== null).length;
    return words.answeredNextLock({
      answered,
      open: open.length,
      time: kickOffInSentence(next.locks_at, now),
    });
  }
  const settled = questions.filter(({ settled_at: at }) => at !== null).length;
  return settled === questions.length
    ? words.questionsSettled({ count: settled })
    : words.lockedAndSettled({ settled, all: questions.length });
}
