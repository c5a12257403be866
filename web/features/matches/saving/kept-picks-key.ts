/** What the storage keys of one player's kept predictions begin with. Apart from the rest, because every page asks for it. */
export function unsavedPredictionsPrefix(userId: string): string {
  return `scoreline-kept-pick/${userId}/`;
}

/** Whether this device holds a prediction of the player's that the server does not have yet. */
export function hasUnsavedPredictions(userId: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(unsavedPredictionsPrefix(userId)));
  } catch {
    return false;
  }
}
