// Written by `npm run words`. Do not edit.
import type { Language } from "../../languages.ts";
import { chooser, numberWriter } from "../../rules.ts";

export { elide } from "../../rules.ts";

/** The language of the page. */
export const language: Language = "en";
/** The locale of its plurals and of the names of countries. */
export const locale = "en-GB";
/** Whether a plural has the category one. */
export const isOne = (count: number): boolean => Math.abs(count) === 1;
export const choose = /* @__PURE__ */ chooser(locale, "cardinal");
export const chooseOrdinal = /* @__PURE__ */ chooser(locale, "ordinal");
export const number = /* @__PURE__ */ numberWriter(",", ".");
