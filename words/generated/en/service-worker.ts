// Written by `npm run generate` from words/en/service-worker.json. Do not edit.
export const newMessage: string = "New message from your club";
