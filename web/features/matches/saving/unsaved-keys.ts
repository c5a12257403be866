/** The start of one player's storage keys. Devices already hold these keys, so the text must not change. */
export const unsavedPrefixOf = (userId: string) => `scoreline-kept-pick/${userId}/`;

/** Whether this device stores a prediction of the player that the server does not have yet. */
export function hasUnsavedPredictions(userId: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(unsavedPrefixOf(userId)));
  } catch {
    return false;
  }
}
