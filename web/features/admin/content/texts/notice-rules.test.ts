import { expect, it } from "vitest";
import { noticesToSave, openedNotices, problemWith } from "./notice-rules.ts";

const { values: empty } = openedNotices(new Map());

it("begins with no contact, nothing about the entry and no age", () => {
  expect(empty).toEqual({ email: "", phone: "", entry: "off", age: "off" });
});

it("opens what was saved, and saves it unchanged", () => {
  const saved = {
    contact_email: "hello@club.example",
    contact_phone: "+230 5712 3456",
    entry: "free",
    minimum_age: "18",
  };
  expect(noticesToSave(openedNotices(new Map(Object.entries(saved))).values)).toEqual(saved);
});

it("accepts a contact as people write it, and an empty one", () => {
  const written = { ...empty, email: " hello@club.example ", phone: " +230 (5712) 34-56" };
  expect(problemWith(written)).toBeNull();
  expect(noticesToSave(written)).toMatchObject({
    contact_email: "hello@club.example",
    contact_phone: "+230 5712 34 56",
  });
  expect(problemWith(empty)).toBeNull();
});

it.each(["hello@club", "hello", "a b@club.example"])("refuses the email %s", (email) => {
  expect(problemWith({ ...empty, email })).toContain("email");
});

it.each(["5712 3456", "+23", "+230 call me"])("refuses the phone number %s", (phone) => {
  expect(problemWith({ ...empty, phone })).toContain("phone");
});
