// Written by `npm run generate` from words/fr/service-worker.po. Do not edit.
export const newMessage: string = "Nouveau message de votre club";
