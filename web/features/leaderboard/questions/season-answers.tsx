import { useQuery } from "@tanstack/react-query";
import * as words from "#words/leaderboard";
import { summaryOf } from "../../../backend/queries/form-and-crowd.ts";
import { playerAnswers } from "../../../backend/questions/question-queries.ts";
import type { PlayerAnswerRow } from "../../../backend/types/question-rows.ts";
import { hueOf } from "../../../football/components/competition-badge.tsx";
import { answerWords, rightAnswerWords } from "../../../football/questions/question-words.ts";
import { competitionWithId } from "../../../football/rules/competitions.ts";
import { QueryView } from "../../../ui/loading/query-view.tsx";

/** A player's answers to settled season questions, with the right answers and the points; nothing without a settled question. */
export function SeasonAnswers({ userId, league }: { userId: string; league: string }) {
  const hasQuestions = useQuery(summaryOf(league)).data?.has_questions ?? false;
  const answers = useQuery({ ...playerAnswers(userId, league), enabled: hasQuestions });
  if (!hasQuestions) return null;
  return (
    <section aria-labelledby="season-answers">
      <h3 id="season-answers">{words.seasonQuestions}</h3>
      <QueryView
        query={answers}
        failed={words.failedToLoadTheAnswers}
        loading={{ count: 2, height: 56, label: words.loadingTheAnswers }}
        empty={{ title: words.noAnswers, text: words.whenAnswersAppear, level: 3 }}
      >
        {(rows) => (
          <ul className="season-answers">
            {rows.map((row) => (
              <Answer key={row.question_id} row={row} />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

function Answer({ row }: { row: PlayerAnswerRow }) {
  return (
    <li {...hueOf(competitionWithId(row.competition_id)?.name ?? "")}>
      <span>
        <b>{row.title}</b>
        <small>
          {words.answerAndRightAnswer({
            answer: answerWords(row.answer),
            right: rightAnswerWords(row.kind, row.correct_answers),
          })}
        </small>
      </span>
      <span className="season-answer-points">
        {row.points_earned === null
          ? words.cleared
          : words.countOfQuestionPoints({ points: row.points_earned })}
      </span>
    </li>
  );
}
