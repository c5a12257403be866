const keyOf = (userId: string) => `scoreline-push-offer/${userId}`;

/** Whether this player has answered the offer of push messages on this device, one way or the other. */
export function isOfferAnswered(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return true; // Without storage the answer could not be remembered, so the offer is never shown.
  }
}

export function rememberOfferAnswered(userId: string): void {
  localStorage.setItem(keyOf(userId), "true");
}
