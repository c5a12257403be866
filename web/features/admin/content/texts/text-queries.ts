import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { loadSettings } from "../../shared/settings/save-setting.ts";
import { noticeKeys } from "./notice-rules.ts";

/** Every version of every text, newest first. */
export const textVersions = queryOptions({
  // not a text: a key
  queryKey: [subject.settings, "text versions"],
  queryFn: () => dataOf(backend().rest.rpc("club_text_versions")),
});

/** The saved contact, entry and age, by key. Loads again on mount, so that no form begins with outdated values. */
export const noticeSettings = queryOptions({
  // not a text: a key
  queryKey: [subject.settings, "contact and age"],
  queryFn: () => loadSettings(noticeKeys),
  refetchOnMount: "always",
});
