// Written by `npm run generate` from words/mfe/service-worker.po. Do not edit.
export const newMessage: string = "Nouvo mesaz depi ou klib";
