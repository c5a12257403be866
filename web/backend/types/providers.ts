/** The live-score providers, with their ids in the database and their labels. */
// not a text: names
export const providers = [
  { id: "football_data", label: "football-data.org" },
  { id: "api_football", label: "API-Football" },
] as const;

export type ProviderId = (typeof providers)[number]["id"];

/** The name of a provider; an unknown id stays as it is. */
export function providerLabel(id: string): string {
  return providers.find((provider) => provider.id === id)?.label ?? id;
}
