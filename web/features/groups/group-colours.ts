/** The colours that a new group has until its owner chooses others. */
export const firstColours = { firstColour: "#0b5d33", secondColour: "#f2c14e" } as const;

/** The parts of every pennant. The plate keeps the letters readable on any two colours of a group. */
export const pennantColours = { rod: "#c9a45a", plate: "#fbfaf3", letters: "#14251c" } as const;
