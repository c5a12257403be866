// Written by `npm run generate` from words/mfe/profile.po. Do not edit.
export const languageHint = "Bann paz ek bann mesaz dan sa lang-la.";
