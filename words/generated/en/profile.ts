// Written by `npm run generate` from words/en/profile.json. Do not edit.
export const languageHint = "Pages and messages are in this language.";
