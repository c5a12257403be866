import { hashOf } from "../rules/club-colours.ts";

const kits: readonly (readonly [kit: string, trim: string])[] = [
  ["#0b4f9e", "#ffffff"],
  ["#1d1d21", "#ffffff"],
  ["#b45309", "#fff4e2"],
  ["#8e1230", "#f6d8df"],
  ["#c9d8e6", "#12305a"],
  ["#0f766e", "#e3faf6"],
  ["#14532d", "#e9f8ee"],
  ["#5b3a86", "#f1e8fb"],
  ["#e8c33a", "#33290a"],
];

/** A shirt with the initial of the player's name, in colours derived from the player's id. `chalk`: white, for the podium. */
export function Shirt({ player, name, chalk = false }: { player: string; name: string; chalk?: boolean }) {
  const [kit, trim] = chalk
    ? ["var(--on-mast)", "oklch(0.32 0.08 156)"]
    : (kits[hashOf(player) % kits.length] ?? ["#14532d", "#fff"]);
  return (
    <svg className="shirt" viewBox="0 0 42 40" aria-hidden="true">
      <path fill={kit} stroke="var(--halo)" d="M13 2 2 8l4 10 5-2v22h20V16l5 2 4-10-11-6c-2 5-14 5-16 0z" />
      <path fill="none" stroke={trim} strokeWidth="2" d="M13 2c2 6.5 14 6.5 16 0" />
      <text x="21" y="29" fill={trim}>
        {[...name.trim()][0]?.toUpperCase() ?? "?"}
      </text>
    </svg>
  );
}
