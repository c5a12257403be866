import { language } from "#words/language";
import * as words from "#words/session";
import { LANGUAGE_NAMES } from "../../../words/language-names.ts";
import { languages } from "../../../words/languages.ts";
import { chooseLanguage } from "../../session/language.ts";

/** For visitors; members choose in their profile. */
export function LanguageLinks() {
  return (
    <nav className="footer-languages" aria-label={words.language}>
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-current={each === language}
          onClick={() => void chooseLanguage(each, null)}
        >
          {LANGUAGE_NAMES[each]}
        </button>
      ))}
    </nav>
  );
}
