import { useState } from "react";
import { language, locale } from "#words/language";
import * as words from "#words/start";
import { LANGUAGE_NAMES } from "../../../words/language-names.ts";
import { type Language, languages } from "../../../words/languages.ts";
import { signUpMessage } from "../../backend/accounts/account-errors.ts";
import { RequestError } from "../../backend/connection/response.ts";
import { serverNow } from "../../backend/connection/server-clock.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { timeZones } from "../../football/time/time-zone-name.ts";
import { useNow } from "../../football/time/use-now.ts";
import { paths } from "../../paths.ts";
import { isEmail } from "../../session/accounts/account-rules.ts";
import { PasswordField } from "../../session/password/password-field.tsx";
import { BusyNotice } from "../../session/sign-in/busy-notice.tsx";
import { useTypedFields } from "../../session/typed-fields.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { useFields } from "../../ui/forms/use-fields.ts";
import { startClub } from "./start-calls.ts";
import { longestName, phoneIn, type StartFields, startRule } from "./start-rules.ts";

interface Props {
  token: string;
  /** Called with the club's name as it is typed. */
  onName: (name: string) => void;
  /** Somebody else has used the link meanwhile. */
  onUsed: () => void;
}

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function StartForm({ token, onName, onUsed }: Props) {
  const typed = useTypedFields("start", () => {
    const { name, fullName, identifier } = fields.values;
    return { name, fullName, identifier, timeZone };
  });
  const [timeZone, setTimeZone] = useState(typed.timeZone ?? deviceZone);
  const [clubLanguage, setClubLanguage] = useState<Language>(language);
  const [problem, setProblem] = useState<string | null>(null);
  const fields = useFields(startRule, {
    name: typed.name ?? "",
    fullName: typed.fullName ?? "",
    identifier: typed.identifier ?? "",
    password: "",
  });
  const { errors, input } = fields;

  const create = useAct({
    act: ({ identifier, ...club }: StartFields) => {
      setProblem(null);
      const address = phoneIn(identifier) ?? identifier;
      return startClub(token, { ...club, identifier: address, timeZone, language: clubLanguage });
    },
    // The club's name and time zone are data of the page, so it loads again.
    onSuccess: () => window.location.replace(paths.dashboard),
    onError: (error, { identifier }) => {
      if (!(error instanceof RequestError)) return setProblem(words.couldNotCreate);
      if (error.status === 409 || error.status === 404) return onUsed();
      if (/time zone/i.test(error.message)) return setProblem(words.timeZoneIsNotKnown);
      if (/phone number format|email address/.test(error.message))
        return fields.refuse("identifier", words.notAPhoneNumber);
      setProblem(signUpMessage(error, isEmail(identifier) ? "email" : "phone"));
    },
  });

  return (
    <Form
      discards
      className="form"
      noValidate
      ref={fields.form}
      onSubmit={() => fields.submit(create.mutate)}
    >
      <FormError message={problem} />
      <BusyNotice />
      <Field label={words.nameOfTheClub} hint={words.nameHint} error={errors.name} className="start-name">
        <input
          {...input("name")}
          autoComplete="off"
          maxLength={longestName}
          onChange={(event) => {
            onName(event.target.value);
            fields.set("name", event.target.value);
          }}
        />
      </Field>
      <Field label={words.yourName} error={errors.fullName}>
        <input {...input("fullName")} autoComplete="name" maxLength={100} />
      </Field>
      <Field label={words.emailOrPhone} hint={words.emailOrPhoneHint} error={errors.identifier}>
        <input
          {...input("identifier")}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      </Field>
      <PasswordField
        label={words.password}
        {...input("password")}
        error={errors.password}
        autoComplete="new-password"
      />
      <TimeZone zone={timeZone} onZone={setTimeZone} />
      <fieldset className="start-language">
        <legend>{words.languageOfTheClub}</legend>
        <div className="segmented-control">
          {languages.map((code) => (
            <label key={code}>
              <input
                type="radio"
                name="language"
                checked={clubLanguage === code}
                onChange={() => setClubLanguage(code)}
              />
              <span lang={code}>{LANGUAGE_NAMES[code]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <SubmitButton pending={create.isPending} className="btn full-width">
        {words.createTheClub}
      </SubmitButton>
    </Form>
  );
}

const minute = 60_000;

function TimeZone({ zone, onZone }: { zone: string; onZone: (zone: string) => void }) {
  const now = useNow(minute);
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", timeZone: zone });
  return (
    <Field label={words.timeZone} hint={words.itIsThereNow({ time: time.format(now || serverNow()) })}>
      <select value={zone} onChange={(event) => onZone(event.target.value)}>
        {timeZones([deviceZone]).map((each) => (
          <option key={each} value={each}>
            {each.replaceAll("_", " ")}
          </option>
        ))}
      </select>
    </Field>
  );
}
