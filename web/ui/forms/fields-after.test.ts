import { expect, it } from "vitest";
import { fieldsAfter } from "./fields-after.ts";

const empty = { title: "", message: "", kind: "info" };

it("empties the fields that still have what was saved", () => {
  const sent = { title: "Moved", message: "At four.", kind: "warning" };
  expect(fieldsAfter(sent, empty)(sent)).toEqual(empty);
});

it("keeps what was changed while it was being saved", () => {
  const sent = { title: "Moved", message: "At four.", kind: "warning" };
  expect(fieldsAfter(sent, empty)({ ...sent, title: "Next", kind: "error" })).toEqual({
    title: "Next",
    message: "",
    kind: "error",
  });
});
