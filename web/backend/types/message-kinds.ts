import * as words from "#words/backend";
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
    title: words.reminders,
    when: words.whenReminders,
    emails: words.emailsOfReminders,
  },
  match_change: {
    title: words.movedAndCancelledMatches,
    when: words.whenMoved,
    emails: words.emailsOfMoved,
  },
  results: {
    title: words.yourResults,
    when: words.whenResults,
    emails: words.emailsOfResults,
  },
  subscription: {
    title: words.yourSubscriptions,
    when: words.whenSubscriptions,
    emails: words.emailsOfSubscriptions,
  },
  news: {
    title: words.news,
    when: words.whenNews,
    emails: words.emailsOfNews,
  },
};

/** The texts of a kind; null for one that this build does not know. */
export function messageKind(kind: string): MessageKind | null {
  return messageKinds[kind] ?? null;
}
