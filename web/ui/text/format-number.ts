export { number as formatNumber } from "#words/language";
