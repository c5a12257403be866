import * as words from "#words/admin-content";
import { field, type Loaded } from "../../../../backend/edits/save-edit.ts";
import type { Notices } from "../../../../backend/types/notices.ts";
import { type StoredSettings, storedSettings } from "../../shared/settings/save-setting.ts";

/** The form of the contact, the entry and the age, as the database stores them. */
export interface NoticeValues {
  email: string;
  phone: string;
  entry: "off" | NonNullable<Notices["entry"]>;
  /** `off`, or the age. */
  age: string;
}

export const entries: readonly NoticeValues["entry"][] = ["off", "free", "code"];

const keys = { email: "contact_email", phone: "contact_phone", entry: "entry", age: "minimum_age" } as const;
export const noticeKeys: readonly string[] = Object.values(keys);

export const usualAge = "18";
/** The constraint minimum_age_is_in_range of supabase/schemas/club/settings.sql. */
export const ages: readonly string[] = Array.from({ length: 13 }, (_, place) => String(13 + place));

export function openedNotices(saved: ReadonlyMap<string, string>): Loaded<NoticeValues, StoredSettings> {
  const entry = saved.get(keys.entry);
  return {
    values: {
      email: saved.get(keys.email) ?? "",
      phone: saved.get(keys.phone) ?? "",
      entry: entry === "free" || entry === "code" ? entry : "off",
      age: saved.get(keys.age) ?? "off",
    },
    seen: storedSettings(noticeKeys, saved),
  };
}

export function noticesToSave({ email, phone, entry, age }: NoticeValues): Record<string, string> {
  return {
    [keys.email]: email.trim(),
    [keys.phone]: tidyPhone(phone),
    [keys.entry]: entry,
    [keys.age]: age,
  };
}

/** With single spaces, as it is shown. */
const tidyPhone = (phone: string) => phone.replace(/[\s()./-]+/g, " ").trim();

/** Why the contact cannot be saved, or null. */
export function problemWith({ email, phone }: NoticeValues): string | null {
  if (!/^([^@\s]{1,64}@[^@\s]{1,180}\.[^@\s]{1,63})?$/.test(email.trim()))
    return words.contactEmailIsNotValid;
  if (!/^(\+[0-9][0-9 ]{5,22}[0-9])?$/.test(tidyPhone(phone))) return words.contactPhoneIsNotValid;
  return null;
}

export function entryWord(entry: NoticeValues["entry"]): string {
  return { off: words.nothingAboutTheEntry, free: words.entryIsFree, code: words.entryNeedsACode }[entry];
}

export function ageWord(age: string): string {
  return age === "off" ? words.noAgeAsked : words.ageOrOlder({ age });
}

/** The fields as the question about two edits shows them. */
export const noticeEditFields = [
  field<NoticeValues>(words.contactEmail, ["email"]),
  field<NoticeValues>(words.contactPhone, ["phone"]),
  field<NoticeValues>(words.entry, ["entry"], ({ entry }) => entryWord(entry)),
  field<NoticeValues>(words.minimumAge, ["age"], ({ age }) => ageWord(age)),
];
