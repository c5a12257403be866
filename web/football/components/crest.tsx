import { useId, useState } from "react";
import { type Heraldry, heraldryOf } from "../../../supabase/functions/_football/club-colours.ts";
import { shieldOf } from "../../../supabase/functions/_football/shapes.ts";

// not a text: class names
const sizeClasses = {
  small: "crest small-crest",
  row: "crest row-crest",
  card: "crest",
  large: "crest large-crest",
  cover: "crest cover-crest",
} as const;

export type CrestSize = keyof typeof sizeClasses;

interface Props {
  team: string;
  logo?: string | null | undefined;
  size?: CrestSize;
}

/**
 * A team's logo, or a shield derived from its name if there is no logo or the image fails to load. It has no alternative
 * text, because the name is always next to it.
 */
export function Crest({ team, logo, size = "card" }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  if (logo && logo !== broken) {
    return (
      <img
        className={sizeClasses[size]}
        src={logo}
        alt=""
        width={64}
        height={72}
        loading="lazy"
        onError={() => setBroken(logo)}
      />
    );
  }
  return <Shield heraldry={heraldryOf(team)} size={size} />;
}

function Shield({ heraldry, size }: { heraldry: Heraldry; size: CrestSize }) {
  const clip = useId();
  const { outline, paths } = shieldOf(heraldry);
  const hasLetters = size !== "small" && size !== "row";
  return (
    <svg className={sizeClasses[size]} viewBox="0 0 64 72" aria-hidden="true">
      <clipPath id={clip}>
        <path d={outline} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path fill={heraldry.field} d="M0 0h64v72H0z" />
        {paths.map((path) => (
          <path key={path} fill={heraldry.second} d={path} />
        ))}
        <path fill={heraldry.chief} d="M0 0h64v25H0z" />
        <path fill={heraldry.edge} d="M0 24h64v2H0z" />
        <path className="crest-facet" d="M32 0h32v72H32z" />
      </g>
      <path className="crest-edge" stroke={heraldry.edge} d={outline} />
      <path className="crest-halo" transform="translate(-1.6 -1.8) scale(1.05)" d={outline} />
      {hasLetters && (
        <text x="32" y="20.5" fill={heraldry.ink}>
          {heraldry.letters}
        </text>
      )}
    </svg>
  );
}
