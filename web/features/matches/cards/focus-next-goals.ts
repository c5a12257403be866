/** Focuses the next goals field: the other team's if it is empty, else the next match's. */
export function focusNextGoals(from: HTMLInputElement): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>("input[data-goals]")];
  const at = inputs.indexOf(from);
  const isHome = from.closest(".scoreline")?.querySelector("input[data-goals]") === from;
  const neighbour = inputs[at + 1];
  const target = isHome && neighbour?.value !== "" ? inputs[at + 2] : neighbour;
  target?.focus();
  target?.closest("article")?.scrollIntoView({ block: "nearest" });
}
