// A copy of words/messages/result-messages.ts, written by `npm run words`. Do not edit.
/** Messages about results and winners. */
import type { FactsOf, Winner } from "./facts.ts";
import { daysIn, fixtureIn, namesIn, periodIn, type Speech, scoreIn, type Text } from "./speech.ts";

export function results(speech: Speech, facts: FactsOf<"results">): Text {
  const { words } = speech;
  const points = words.points({ count: facts.points });
  const scored = words.scored({
    days: daysIn(speech, facts.first_day, facts.last_day),
    points,
    matches: words.countOfMatches({ count: facts.matches }),
  });
  const perfect = facts.perfect > 0 ? words.perfectOfThem({ count: facts.perfect }) : "";
  const rank = facts.rank === null ? "" : `\n${words.yourRank({ rank: facts.rank, players: facts.players })}`;
  return { title: words.youScored({ points }), body: `${scored}${perfect}.${rank}` };
}

export function winner(speech: Speech, facts: FactsOf<"winner">): Text {
  const { words } = speech;
  const competition =
    facts.competition === null
      ? words.allCompetitions
      : [facts.competition, facts.season].filter((part) => part !== null).join(" ");
  const won = words.wonAgainst({ competition, matches: words.countOfMatches({ count: facts.matches }) });
  return {
    title: words.youWon({ period: periodIn(speech, facts), points: words.points({ count: facts.points }) }),
    body: facts.others > 0 ? `${won} ${words.youShareTheWin({ count: facts.others })}` : won,
  };
}

/** To each player who was told to have won, and to each who wins now. */
export function winnersCorrected(speech: Speech, facts: FactsOf<"winners_corrected">): Text {
  const isWinner = facts.winners.some(({ id }) => id === facts.reader);
  const reason = correction(speech, facts);
  const { title, body } = isWinner ? toWinner(speech, facts) : toFormer(speech, facts);
  return { title, body: `${reason} ${body}` };
}

function correction(speech: Speech, { reason, round, month }: FactsOf<"winners_corrected">): string {
  const { words } = speech;
  const period = periodIn(speech, { round, month });
  const { change, home = "", away = "" } = reason;
  if (change === "result") return words.resultWasCorrected({ match: fixtureIn(speech, { home, away }) });
  return change === "points" ? words.pointsHaveChanged({ period }) : words.resultsHaveChanged({ period });
}

function toWinner(speech: Speech, facts: FactsOf<"winners_corrected">): Text {
  const { words } = speech;
  const period = periodIn(speech, facts);
  const score = facts.score ? scoreIn(speech, facts.score) : "";
  const others = facts.winners.filter(({ id }) => id !== facts.reader).map(({ name }) => name);
  const win =
    facts.winners.length > 1
      ? words.youNowShareWith({ period, names: namesIn(speech, others), score })
      : words.youNowWinWith({ period, score });
  return {
    title: facts.winners.length > 1 ? words.youNowShare({ period }) : words.youNowWin({ period }),
    body: win + formerWinners(speech, facts.former),
  };
}

function formerWinners(speech: Speech, former: readonly Winner[]): string {
  const { words } = speech;
  const [first] = former;
  if (former.length > 1)
    return words.formerNoLonger({
      names: namesIn(
        speech,
        former.map(({ name }) => name),
      ),
    });
  return first?.score ? words.formerHas({ name: first.name, score: scoreIn(speech, first.score) }) : ".";
}

function toFormer(speech: Speech, facts: FactsOf<"winners_corrected">): Text {
  const { words } = speech;
  const period = periodIn(speech, facts);
  const score = facts.score ? scoreIn(speech, facts.score) : "";
  const names = namesIn(
    speech,
    facts.winners.map(({ name }) => name),
  );
  const own = facts.former.find(({ id }) => id === facts.reader)?.score;
  const end = own ? words.youHave({ score: scoreIn(speech, own) }) : ".";
  if (facts.winners.length === 0)
    return { title: words.noWinner({ period }), body: words.noWinner({ period }) + end };
  const isOne = facts.winners.length === 1;
  return {
    title: isOne ? words.anotherWinner({ period }) : words.otherWinners({ period }),
    body: (isOne ? words.nowWins : words.nowShare)({ names, period, score }) + end,
  };
}
