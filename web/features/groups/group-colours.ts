/** The colours that a new group has until its owner chooses others. */
export const firstColours = { firstColour: "#0b5d33", secondColour: "#f2c14e" } as const;
