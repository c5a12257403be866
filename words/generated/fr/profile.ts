// Written by `npm run generate` from words/fr/profile.po. Do not edit.
export const languageHint = "Les pages et les messages sont dans cette langue.";
