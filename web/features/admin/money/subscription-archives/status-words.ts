import * as words from "#words/admin-money";

/** The states of archived subscriptions by their names in the database. */
export const statusWords: Readonly<Record<string, string>> = {
  active: words.stateActive,
  inactive: words.stateInactive,
  expired: words.expired,
};
