/** What the storage keys of one player's kept picks begin with. Apart from the rest, because every page asks for it. */
export function keptPicksPrefix(userId: string): string {
  return `scoreline-kept-pick/${userId}/`;
}

/** Whether this device holds a pick of the player's that the server does not have yet. */
export function hasKeptPicks(userId: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(keptPicksPrefix(userId)));
  } catch {
    return false;
  }
}
