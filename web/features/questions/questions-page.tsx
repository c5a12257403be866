import { useQuery } from "@tanstack/react-query";
import * as words from "#words/questions";
import { seasonQuestions } from "../../backend/questions/question-queries.ts";
import type { SeasonQuestionRow } from "../../backend/types/question-rows.ts";
import { CompetitionBadge, hueOf } from "../../football/components/competition-badge.tsx";
import { competitions } from "../../football/rules/competitions.ts";
import { midnightAfter } from "../../football/time/kick-off.ts";
import { useNowUntil } from "../../football/time/use-now.ts";
import { Page } from "../../session/page.tsx";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { LockedQuestion } from "./locked-question.tsx";
import { QuestionHead } from "./question-head.tsx";
import "./questions.css";

export { QuestionsPage as Component };

/** The season questions by competition: to answer until the lock, and everyone's answers after it. */
function QuestionsPage() {
  return (
    <Page title={words.seasonQuestions} lead={words.whatQuestionsAre}>
      {({ id }) => <Questions userId={id} />}
    </Page>
  );
}

function Questions({ userId }: { userId: string }) {
  const questions = useQuery(seasonQuestions(userId));
  const locks = (questions.data ?? []).map(({ locks_at: at }) => Date.parse(at));
  const now = useNowUntil((at) => Math.min(midnightAfter(at), ...locks.filter((lock) => lock > at)));
  return (
    <QueryView
      query={questions}
      failed={words.failedToLoadTheQuestions}
      loading={{ count: 4, height: 140, label: words.loadingTheQuestions }}
      empty={{
        title: words.noQuestionsYet,
        text: words.whenQuestionsAppear,
      }}
    >
      {(rows) => (
        <div className="stack">
          {competitions
            .map((competition) => ({
              competition,
              theirs: rows.filter(({ competition_id: id }) => id === competition.id),
            }))
            .filter(({ theirs }) => theirs.length > 0)
            .map(({ competition, theirs }) => (
              <section key={competition.id} aria-labelledby={`questions-${competition.id}`}>
                <div className="section-head">
                  <h2 id={`questions-${competition.id}`}>
                    <CompetitionBadge name={competition.name} />
                  </h2>
                </div>
                <div className="question-cards">
                  {theirs.map((question) => (
                    <Question
                      key={question.id}
                      question={question}
                      userId={userId}
                      league={competition.name}
                      now={now}
                    />
                  ))}
                </div>
              </section>
            ))}
        </div>
      )}
    </QueryView>
  );
}

interface QuestionProps {
  question: SeasonQuestionRow;
  userId: string;
  league: string;
  now: number;
}

function Question({ question, userId, league, now }: QuestionProps) {
  const isOpen = Date.parse(question.locks_at) > now;
  return (
    <article className="question-card" aria-label={question.title} {...hueOf(league)}>
      <QuestionHead question={question} isOpen={isOpen} now={now} />
      {isOpen ? (
        <AnswerForm question={question} userId={userId} league={league} />
      ) : (
        <LockedQuestion question={question} userId={userId} />
      )}
    </article>
  );
}
