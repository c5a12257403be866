import type { ComponentProps } from "react";

/** The last date that the database accepts. With a limit, browsers let no year have more than four digits. */
const lastDate = "2199-12-31";

/** An input for a date. */
export function DateInput(props: Omit<ComponentProps<"input">, "type">) {
  return <input max={lastDate} {...props} type="date" />;
}
