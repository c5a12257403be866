import { describe, expect, test } from "vitest";
import { toInternational } from "../../../../session/phone/phone-numbers.ts";
import { parseMembers } from "./parse-members.ts";

const read = (text: string) =>
  parseMembers(text, toInternational).map(({ name, phone, email }) => [name, phone, email]);

describe("parseMembers", () => {
  test.each([
    ["Amina Ramgoolam, 57123456", ["Amina Ramgoolam", "+23057123456", ""]],
    ["Amina Ramgoolam; amina@example.com", ["Amina Ramgoolam", "", "amina@example.com"]],
    ["Amina\t5712 3456\tamina@example.com", ["Amina", "+23057123456", "amina@example.com"]],
    ["amina@example.com, Amina, 5712-3456", ["Amina", "+23057123456", "amina@example.com"]],
    ["5712 3456   Amina   Amina@Example.COM", ["Amina", "+23057123456", "amina@example.com"]],
    ["Amina Ramgoolam 57123456", ["Amina Ramgoolam", "+23057123456", ""]],
    ["Ramgoolam, Amina, 57123456", ["Ramgoolam Amina", "+23057123456", ""]],
    ["Amina <amina@example.com>", ["Amina", "", "amina@example.com"]],
    ['"Amina","57123456","amina@example.com"', ["Amina", "+23057123456", "amina@example.com"]],
    ["Amina (mailto:amina@example.com)", ["Amina", "", "amina@example.com"]],
    ["Amina, +44 20 7946 0958", ["Amina", "+442079460958", ""]],
    ["Amina, +44 (0)20 7946 0958", ["Amina", "+442079460958", ""]],
    ["Amina, 0044 20 7946 0958", ["Amina", "+442079460958", ""]],
    ["Amina, 230 5712 3456", ["Amina", "+23057123456", ""]],
    ["Amina, 23057123456", ["Amina", "+23057123456", ""]],
    ["Amina, (230) 5712.3456", ["Amina", "+23057123456", ""]],
    ["Amina, 454 1234", ["Amina", "+2304541234", ""]],
    ["Amina, tel: 57123456", ["Amina", "+23057123456", ""]],
    ["1. Amina Ramgoolam - 57123456", ["Amina Ramgoolam", "+23057123456", ""]],
    ["12) Amina, 57123456", ["Amina", "+23057123456", ""]],
    ["3, Amina, 57123456", ["Amina", "+23057123456", ""]],
    ["• Amina, 57123456", ["Amina", "+23057123456", ""]],
    ["Jean-Noël D’Unienville, 57123456", ["Jean-Noël D’Unienville", "+23057123456", ""]],
    ["O'Neil Li Wan Po\t57123456", ["O'Neil Li Wan Po", "+23057123456", ""]],
    ["象 王, wang@example.com", ["象 王", "", "wang@example.com"]],
    [
      "  Amina  ,  57123456  ;  amina.r+football@mail.example.co.mu. ",
      ["Amina", "+23057123456", "amina.r+football@mail.example.co.mu"],
    ],
    ["57123456", ["", "+23057123456", ""]],
    ["amina@example.com", ["", "", "amina@example.com"]],
    ["Amina", ["Amina", "", ""]],
  ])("reads %j", (line, parts) => {
    expect(read(line)).toEqual([parts]);
  });

  test.each([
    "Name,Phone,Email",
    "Full name; Mobile no.; E-mail address",
    "Nom\tPrénom\tTéléphone",
    "NAME",
    '"Name","Phone number"',
  ])("skips the heading %j", (heading) => {
    expect(read(`${heading}\nAmina, 57123456`)).toEqual([["Amina", "+23057123456", ""]]);
  });

  test("skips a heading only in the first line", () => {
    expect(read("Amina, 57123456\nName, Phone")).toEqual([
      ["Amina", "+23057123456", ""],
      ["Name Phone", "", ""],
    ]);
  });

  test("skips empty lines, and keeps the numbers of the others", () => {
    const lines = parseMembers("\r\nAmina, 57123456\r\n ,, ;\r\n\r\nBen, 57123457\r\n", toInternational);
    expect(lines.map(({ line, name }) => [line, name])).toEqual([
      [2, "Amina"],
      [5, "Ben"],
    ]);
  });

  test("keeps each of several lines with the same phone number, for the check to name", () => {
    expect(read("Amina, 57123456\nAmina R, +230 5712 3456")).toHaveLength(2);
  });

  test("says which line has two phone numbers or two emails", () => {
    const lines = parseMembers(
      "Amina, 57123456, 57123457\nBen, a@example.com b@example.com\nCleo, 57123458",
      toInternational,
    );
    expect(lines.map(({ problem }) => problem)).toEqual([
      "The line has two phone numbers",
      "The line has two emails",
      null,
    ]);
  });

  test("reads nothing from an empty text", () => {
    expect(read(" \n\t\n")).toEqual([]);
  });

  test("keeps digits in a name, which the check refuses", () => {
    expect(read("Amina 92, 57123456")).toEqual([["Amina 92", "+23057123456", ""]]);
  });

  test("reads 300 lines of 200 characters at once", () => {
    const text = Array.from({ length: 300 }, (_, n) => `${"1 ".repeat(80)}x, ${57000000 + n}`).join("\n");
    // Processor time, in microseconds: other programs on the machine do not change it.
    const before = process.cpuUsage();
    expect(read(text)).toHaveLength(300);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
