import { Moon, Sun } from "lucide-react";
import { chooseTheme, useTheme } from "../../ui/theme.ts";

export function ThemeSwitch() {
  const theme = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  const Icon = theme === "dark" ? Moon : Sun;
  return (
    <button
      type="button"
      className="ghost"
      aria-label={`Switch to ${other} theme`}
      onClick={() => chooseTheme(other)}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  );
}
