const key = "wanted-page";

/** The page that a visitor wants to open after sign-in, with its query and fragment. Stored for this tab only. */
export function returnPath(): string | null {
  return sessionStorage.getItem(key);
}

export function rememberReturnPath(path: string): void {
  sessionStorage.setItem(key, path);
}

export function forgetReturnPath(): void {
  sessionStorage.removeItem(key);
}
