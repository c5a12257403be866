import { pennantColours } from "./group-colours.ts";
import { initialsOf, pennantShapes } from "./pennant.ts";

interface Props {
  first: string;
  second: string;
  /** The group's name, for the letters. Without a name the pennant has no plate. */
  name?: string;
}

/** The group's pennant: its two colours cut diagonally, with its initials on a plate. */
export function GroupBadge({ first, second, name }: Props) {
  return (
    <svg className="group-badge" viewBox="0 0 64 86" aria-hidden="true">
      <rect fill={pennantColours.rod} y="2" width="64" height="5" rx="2.5" />
      <path fill={first} d={pennantShapes.first} />
      <path fill={second} d={pennantShapes.second} />
      <path className="crest-facet" d={pennantShapes.facet} />
      {name !== undefined && (
        <>
          <path fill={pennantColours.plate} d={pennantShapes.plate} />
          <text x="32" y="33" fill={pennantColours.letters}>
            {initialsOf(name)}
          </text>
        </>
      )}
      <path className="crest-halo" d={pennantShapes.first} />
    </svg>
  );
}
