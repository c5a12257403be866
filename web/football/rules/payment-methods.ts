import * as words from "#words/football";
/** How a payment was made, with its label, in the order of the form. */
export const paymentMethods = [
  { id: "cash", label: words.cash },
  { id: "juice", label: words.juice },
  { id: "my_t_money", label: words.myTMoney },
  { id: "bank_transfer", label: words.bankTransfer },
  { id: "other", label: words.other },
] as const;

/** The label of a method, by its id; empty for none. */
export function methodLabel(method: string | null): string {
  return paymentMethods.find(({ id }) => id === method)?.label ?? "";
}
