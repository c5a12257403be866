import * as words from "#words/admin-matches";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { type EditField, field, type Loaded, wordOf } from "../../../../backend/edits/save-edit.ts";
import type { ProviderStateRow } from "../../../../backend/types/admin-rows.ts";
import { type ProviderId, providerLabel } from "../../../../backend/types/providers.ts";
import { competitions } from "../../../../football/rules/competitions.ts";
import { kickOffInSentence } from "../../../../football/time/kick-off.ts";

export interface KeyValues {
  provider: ProviderId;
  /** The new key; empty for the stored one. */
  apiKey: string;
  /** When the stored key was saved. */
  savedAt: string | null;
}

export type KeyColumns = Pick<ProviderStateRow, "provider" | "key_set_at">;

export function openedKey({ provider, key_set_at }: KeyColumns): Loaded<KeyValues, KeyColumns> {
  return { values: { provider, apiKey: "", savedAt: key_set_at }, seen: { provider, key_set_at } };
}

/** Provider and key as the question about two edits shows them: one field, because a key is valid for one provider. */
export const keyEditFields = [
  field<KeyValues>(
    words.providerAndKey,
    ["provider", "apiKey", "savedAt"],
    ({ provider, apiKey, savedAt }) => {
      const stored = savedAt
        ? words.keySavedAt({ time: kickOffInSentence(savedAt, serverNow()) })
        : words.noKey;
      return `${providerLabel(provider)}. ${apiKey === "" ? stored : words.theKeyThatYouEntered}`;
    },
  ),
];

/** What is updated automatically. */
export interface ProviderOptions {
  scores: boolean;
  fixtures: boolean;
  competitions: string[];
}

export type ProviderColumns = Pick<ProviderStateRow, "follows_scores" | "follows_fixtures" | "competitions">;

/** The options as the form opens them. */
export function openedOptions(state: ProviderColumns): Loaded<ProviderOptions, ProviderColumns> {
  const { follows_scores, follows_fixtures, competitions } = state;
  return {
    values: { scores: follows_scores, fixtures: follows_fixtures, competitions },
    seen: { follows_scores, follows_fixtures, competitions },
  };
}

/** The competitions that a provider can have: all except the club's own. */
export const offered = competitions.filter(({ id }) => id !== "friendly_club");

/** The options with or without a competition, in the order of the club's competitions. */
export function withCompetition(options: ProviderOptions, id: string, isChosen: boolean): ProviderOptions {
  const ids = offered.map((competition) => competition.id);
  const chosen = ids.filter((each) => (each === id ? isChosen : options.competitions.includes(each)));
  return { ...options, competitions: chosen };
}

/** The fields as the question about two edits shows them. A competition that is ticked is a field. */
export const optionEditFields: readonly EditField<ProviderOptions>[] = [
  field(words.updateScoresDuringMatches, ["scores"]),
  field(words.addAndMoveFixtures, ["fixtures"]),
  ...offered.map(({ id, name }): EditField<ProviderOptions> => {
    const of = ({ competitions: chosen }: ProviderOptions) => chosen.includes(id);
    const take = (options: ProviderOptions, other: ProviderOptions) =>
      withCompetition(options, id, of(other));
    return { label: name, of, take, text: (options) => wordOf(of(options)) };
  }),
];
