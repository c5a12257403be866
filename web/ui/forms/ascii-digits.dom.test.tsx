import { expect, it } from "vitest";
import { rendered } from "../../testing/rendered.tsx";
import { withAsciiDigits } from "./ascii-digits.ts";
import { Field } from "./field.tsx";

it.each([
  ["٢٠٢٦", "2026"],
  ["۴۵", "45"],
  ["२", "2"],
  ["１２ ３", "12 3"],
  ["𝟗𝟢", "90"],
  ["+230 5712 3456", "+230 5712 3456"],
  ["½ Ⅷ ² a", "½ Ⅷ ² a"],
])("%s has the digits of %s", (typed, digits) => expect(withAsciiDigits(typed)).toBe(digits));

it("a field for digits has them from any keyboard, and other fields keep what is typed", async () => {
  const values: string[] = [];
  const field = (label: string, attributes: object) => (
    <Field label={label}>
      <input {...attributes} onChange={(event) => values.push(event.target.value)} />
    </Field>
  );
  const page = await rendered(
    <>
      {field("Code", { inputMode: "numeric" })}
      {field("Phone", { type: "tel" })}
      {field("Name", {})}
    </>,
  );
  for (const label of ["Code", "Phone", "Name"]) await page.type(label, "१٢3");
  expect(values).toEqual(["123", "123", "१٢3"]);
});
