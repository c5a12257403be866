const key = "wanted-page";

/** The page a visitor was turned away from: after signing in, that is where they go. For this tab only. */
export function returnPath(): string | null {
  return sessionStorage.getItem(key);
}

export function rememberReturnPath(path: string): void {
  sessionStorage.setItem(key, path);
}

export function forgetReturnPath(): void {
  sessionStorage.removeItem(key);
}
