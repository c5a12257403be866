// Written by `npm run generate` from words/fr/session.po. Do not edit.
export const language = "Langue";
