import { shirtColours } from "../rules/shirt-colours.ts";

/** A shirt with the initial of the player's name, in colours derived from the player's id. `chalk`: white, for the podium. */
export function Shirt({ player, name, chalk = false }: { player: string; name: string; chalk?: boolean }) {
  const [kit, trim] = chalk ? ["var(--on-mast)", "var(--podium-shirt-trim)"] : shirtColours(player);
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
