import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

const dark = () => window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

/** The theme on screen: the viewer's choice, else the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return dark().matches ? "dark" : "light";
}

/** Changes the theme and remembers it; `/theme.js` applies it before the first paint of the next visit. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Storage may be closed to the page: the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((changed) => {
    const system = dark();
    listeners.add(changed);
    system.addEventListener("change", changed);
    return () => {
      listeners.delete(changed);
      system.removeEventListener("change", changed);
    };
  }, currentTheme);
}
