/** The texts of one kind of message. The emails use the same words. */
export interface MessageKind {
  title: string;
  when: string;
  /** What the player no longer receives after turning off its emails. */
  emails: string;
}

/** The texts of the kinds of `private.message_kinds`, in the order of the profile page. */
export const messageKinds: Readonly<Record<string, MessageKind>> = {
  reminder: {
    title: "Reminders",
    when: "24 hours and 2 hours before the first kick-off of the day, if a pick is missing.",
    emails: "reminders",
  },
  match_change: {
    title: "Moved and cancelled matches",
    when: "When a match you picked is moved or cancelled.",
    emails: "emails about moved and cancelled matches",
  },
  results: {
    title: "Your results",
    when: "After each matchday: your points and your rank.",
    emails: "emails about your results",
  },
  subscription: {
    title: "Your subscriptions",
    when: "Before a subscription ends, and when it has ended.",
    emails: "emails about your subscriptions",
  },
  news: {
    title: "News",
    when: "When the club publishes news or sends a message.",
    emails: "emails about news",
  },
};

/** The texts of a kind; null for one that this build does not know. */
export function messageKind(kind: string): MessageKind | null {
  return messageKinds[kind] ?? null;
}
