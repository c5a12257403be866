/** How a payment was made, with its label, in the order of the form. */
export const paymentMethods = [
  { id: "cash", label: "Cash" },
  { id: "juice", label: "Juice" },
  { id: "my_t_money", label: "my.t money" },
  { id: "bank_transfer", label: "Bank transfer" },
  { id: "other", label: "Other" },
] as const;

/** The label of a method, by its id; empty for none. */
export function methodLabel(method: string | null): string {
  return paymentMethods.find(({ id }) => id === method)?.label ?? "";
}
