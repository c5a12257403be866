import { useState } from "react";
import { language } from "#words/language";
import * as words from "#words/profile";
import * as ofSession from "#words/session";
import { LANGUAGE_NAMES } from "../../../words/language-names.ts";
import { type Language, languages } from "../../../words/languages.ts";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { chooseLanguage } from "../../session/language.ts";
import { toast } from "../../ui/overlays/toast.ts";

export function LanguageChoice({ userId }: { userId: string }) {
  // Shown while it is saved, until the page opens in it.
  const [shown, setShown] = useState<Language>(language);
  const choose = (chosen: Language) => {
    setShown(chosen);
    chooseLanguage(chosen, userId).catch((error: unknown) => {
      setShown((latest) => (latest === chosen ? language : latest));
      toast.error(messageFor(error));
    });
  };
  return (
    <section aria-labelledby="language">
      <div className="section-head">
        <h2 id="language">{ofSession.language}</h2>
      </div>
      <p>{words.languageHint}</p>
      <fieldset className="segmented-control">
        <legend className="visually-hidden">{ofSession.language}</legend>
        {languages.map((each) => (
          <label key={each} lang={each}>
            <input type="radio" name="language" checked={each === shown} onChange={() => choose(each)} />
            <span>{LANGUAGE_NAMES[each]}</span>
          </label>
        ))}
      </fieldset>
    </section>
  );
}
