// Written by `npm run generate` from words/en/session.json. Do not edit.
export const language = "Language";
