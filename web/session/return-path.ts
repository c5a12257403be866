const key = "wanted-page";

/** The page a visitor was turned away from: after signing in, that is where they go. For this tab only. */
export function wantedPage(): string | null {
  return sessionStorage.getItem(key);
}

export function rememberWantedPage(path: string): void {
  sessionStorage.setItem(key, path);
}

export function forgetWantedPage(): void {
  sessionStorage.removeItem(key);
}
