/** The texts of one kind of message. The emails use the same words. */
export interface MessageKind {
  title: string;
  when: string;
  /** What the player no longer receives after turning off its emails. */
  mails: string;
}

const kinds: Readonly<Record<string, MessageKind>> = {
  reminder: {
    title: "Reminders",
    when: "24 h and 2 h before a day's first kick-off, while a pick of yours is missing.",
    mails: "reminders",
  },
  match_change: {
    title: "Moved and cancelled matches",
    when: "When a match that you have picked changes.",
    mails: "mails about moved and cancelled matches",
  },
  results: {
    title: "Your results",
    when: "Once a matchday: what you scored, and where you stand.",
    mails: "mails about your results",
  },
  subscription: {
    title: "Your subscriptions",
    when: "Before one ends, and when it has.",
    mails: "mails about your subscriptions",
  },
  news: { title: "News", when: "When the club publishes some.", mails: "mails about news" },
};

/** The texts of a kind; null for one that this build does not know. */
export function messageKind(kind: string): MessageKind | null {
  return kinds[kind] ?? null;
}
