// A copy of words/messages/match-messages.ts, written by `npm run words`. Do not edit.
/** Messages about matches and subscriptions. */
import type { FactsOf } from "./facts.ts";
import { changeIn, dateIn, dayIn, fixtureIn, type Speech, type Text } from "./speech.ts";

export function reminder(speech: Speech, { day, count, matches }: FactsOf<"reminder">): Text {
  const { words } = speech;
  const lines = matches.map(({ home, away, time }) =>
    time === null ? words.fixtureWithoutTime({ home, away }) : words.fixtureAt({ home, away, time }),
  );
  const more = count > matches.length ? `\n${words.andMore({ count: count - matches.length })}` : "";
  const list = lines.join(",\n") + more;
  return {
    title:
      count === 1
        ? words.reminderOfOne({ match: list })
        : words.reminderOfMany({ count, weekday: dateIn(speech, day).weekday }),
    body: words.reminder({ day: dayIn(speech, day), matches: list }),
  };
}

export function matchChange(speech: Speech, facts: FactsOf<"match_change">): Text {
  const { words } = speech;
  const isOff = facts.change === "void" || facts.change === "cancelled";
  const rest = facts.points_taken_back ? words.pointsWereTakenBack : words.noPointsAreGiven;
  return {
    title: isOff ? words.matchCancelled : words.kickOffMoved,
    body: `${changeIn(speech, facts)}. ${isOff ? rest : words.yourPickIsKept}`,
  };
}

export function matchChanges(speech: Speech, { changes }: FactsOf<"match_changes">): Text {
  const { words } = speech;
  const isOff = ({ change }: (typeof changes)[number]) => change === "void" || change === "cancelled";
  const [first] = changes;
  const titleOf = (change: (typeof changes)[number]) => {
    const match = fixtureIn(speech, change);
    return isOff(change) ? words.cancelledFixture({ match }) : words.movedFixture({ match });
  };
  return {
    title:
      changes.length === 1 && first ? titleOf(first) : words.matchesHaveChanged({ count: changes.length }),
    body: [
      `${changes.map((change) => changeIn(speech, change)).join(",\n")}.`,
      ...(changes.every(isOff) ? [] : [words.yourPicksAreKept]),
      ...(changes.some(isOff) ? [words.noPointsForCancelled] : []),
    ].join("\n"),
  };
}

export function reopened(speech: Speech, facts: FactsOf<"reopened">): Text {
  const { words } = speech;
  const match = fixtureIn(speech, facts);
  const sentences = [
    words.reopened({ match, day: dayIn(speech, facts.day), time: facts.time }),
    facts.has_pick ? words.yourPickIsKept : words.youCanPredict,
    ...(facts.points_taken_back ? [words.pointsWereTakenBack] : []),
  ];
  return {
    title: words.openAgain({ match }),
    body: `${sentences.join(" ")}\n${
      facts.reason === null ? words.lockWasUndone : words.organisersReason({ reason: facts.reason })
    }`,
  };
}

export function subscription(
  speech: Speech,
  { kind, competitions, day: date }: FactsOf<"subscription_ends"> | FactsOf<"subscription_ended">,
): Text {
  const { words } = speech;
  const hasEnded = kind === "subscription_ended";
  const [competition = ""] = competitions;
  const count = competitions.length;
  const one = hasEnded ? words.oneSubscriptionEnded : words.oneSubscriptionEnds;
  const many = hasEnded ? words.subscriptionsEnded : words.subscriptionsEnd;
  const body = hasEnded ? words.endedAt : words.endsAt;
  return {
    title: count === 1 ? one({ competition }) : many({ count }),
    body: body({ competitions: competitions.join(", "), day: dayIn(speech, date) }),
  };
}

export function matchToCheck(speech: Speech, facts: FactsOf<"match_to_check">): Text {
  const { words } = speech;
  const match = fixtureIn(speech, facts);
  const reported = fixtureIn(speech, { home: facts.reported_home, away: facts.reported_away });
  const problem = facts.are_teams_wrong
    ? words.otherTeamsReported({ reported, match })
    : words.otherDateReported({ match });
  return { title: words.matchToCheck, body: `${problem} ${words.decide}` };
}

/** Null for a state that these words do not know. */
export function calledOff(speech: Speech, facts: FactsOf<"match_called_off">): Text | null {
  const { words } = speech;
  const said = {
    postponed: [words.matchPostponed, words.reportedPostponed],
    suspended: [words.matchSuspended, words.reportedSuspended],
    abandoned: [words.matchAbandoned, words.reportedAbandoned],
    cancelled: [words.matchCancelled, words.reportedCancelled],
    awarded: [words.matchAwarded, words.reportedAwarded],
  } as const;
  if (!Object.hasOwn(said, facts.state)) return null;
  const [title, report] = said[facts.state as keyof typeof said];
  return { title, body: `${report({ match: fixtureIn(speech, facts) })} ${words.decide}` };
}
