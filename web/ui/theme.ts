import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";
/** What the viewer chose; `system` follows the device. */
export type ThemeChoice = Theme | "system";

const dark = () => window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

/** The current theme: the viewer's choice, or the system's. */
export function currentTheme(): Theme {
  const chosen = currentChoice();
  if (chosen !== "system") return chosen;
  return dark().matches ? "dark" : "light";
}

export function currentChoice(): ThemeChoice {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Changes the theme and remembers it; index.html applies it before the first paint of the next visit. */
export function chooseTheme(theme: ThemeChoice): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // The storage is full: the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, currentChoice);
}

function subscribe(changed: () => void): () => void {
  const system = dark();
  listeners.add(changed);
  system.addEventListener("change", changed);
  return () => {
    listeners.delete(changed);
    system.removeEventListener("change", changed);
  };
}
