import { shirt } from "../../../supabase/functions/_football/shapes.ts";
import { shirtColours } from "../../../supabase/functions/_football/shirt-colours.ts";

/** A shirt with the initial of the player's name, in colours derived from the player's id. `chalk`: white, for the podium. */
export function Shirt({ player, name, chalk = false }: { player: string; name: string; chalk?: boolean }) {
  const [kit, trim] = chalk ? ["var(--on-mast)", "var(--podium-shirt-trim)"] : shirtColours(player);
  return (
    <svg className="shirt" viewBox="0 0 42 40" aria-hidden="true">
      <path fill={kit} stroke="var(--halo)" d={shirt.body} />
      <path fill="none" stroke={trim} strokeWidth="2" d={shirt.collar} />
      <text x="21" y="29" fill={trim}>
        {[...name.trim()][0]?.toUpperCase() ?? "?"}
      </text>
    </svg>
  );
}
