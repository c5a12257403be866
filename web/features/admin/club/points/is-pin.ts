/** Whether a text is a PIN: four digits. The database checks the PIN itself. */
export function isPin(text: string): boolean {
  return /^\d{4}$/.test(text);
}
