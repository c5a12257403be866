/** The drawing of a pennant in a box of 64 by 86, as share pictures draw it. */
export const pennantShapes = {
  first: "M4 7h56v42L32 84 4 49z",
  second: "M60 7v42L32 84 4 49z",
  facet: "M32 7h28v42L32 84z",
  plate: "M12 16h40v22H12z",
} as const;

/** The first letters of the name's first two words. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("");
}
