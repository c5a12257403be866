// Written by `npm run generate` from words/mfe/session.po. Do not edit.
export const language = "Lang";
