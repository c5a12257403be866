import { z } from "zod";
import { metadata, optionalText } from "../../request-body.ts";

/** The fields of a user that the admin API accepts for a new and for an existing account. */
export const userFields = {
  role: optionalText,
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: optionalText,
};
