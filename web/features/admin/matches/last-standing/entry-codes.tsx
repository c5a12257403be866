import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-matches";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { copyText } from "../../../../ui/overlays/copy-text.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { makeCodes } from "./last-standing-mutations.ts";
import { entryCodes } from "./last-standing-queries.ts";

const most = 100;

/** The codes that nobody has used yet, which can be copied, and a form for more. */
export function EntryCodes() {
  const codes = useQuery(entryCodes);
  const [howMany, setHowMany] = useState(10);
  const make = useAdminMutation(
    makeCodes,
    {
      success: (made) => words.codesWereMade({ count: made.length }),
      failure: words.failedToMakeCodes,
    },
    { stale: [subject.lastStanding] },
  );
  const copy = (unused: readonly string[]) =>
    copyText(unused.join("\n"), {
      copied: words.codesCopied({ count: unused.length }),
      failed: words.failedToCopyCodes,
    });
  const isValid = howMany >= 1 && howMany <= most;
  return (
    <section className="panel entry-codes" aria-labelledby="entry-codes">
      <h3 id="entry-codes">{words.codesOfTheGame}</h3>
      <QueryView
        query={codes}
        failed={words.failedToLoadCodes}
        loading={{ count: 2, height: 44, label: words.loadingGame }}
      >
        {(rows) => {
          const unused = rows.filter(({ used_at }) => used_at === null).map(({ code }) => code);
          return (
            <>
              <p>{words.codesLeft({ count: unused.length, used: rows.length - unused.length })}</p>
              {unused.length > 0 && (
                <>
                  <ul className="code-list">
                    {unused.map((code) => (
                      <li key={code} className="number">
                        {code}
                      </li>
                    ))}
                  </ul>
                  <button type="button" className="btn secondary small" onClick={() => void copy(unused)}>
                    {words.copyTheCodes}
                  </button>
                </>
              )}
            </>
          );
        }}
      </QueryView>
      <Form className="form" noValidate onSubmit={() => isValid && make.mutate(howMany)}>
        <Field label={words.howManyCodes} hint={words.atMostHundred}>
          <input
            type="number"
            min={1}
            max={most}
            inputMode="numeric"
            value={howMany || ""}
            onChange={({ target }) => setHowMany(Math.trunc(target.valueAsNumber) || 0)}
          />
        </Field>
        <FormError message={make.problem} />
        {isValid && <SubmitButton pending={make.isPending}>{words.makeCodes}</SubmitButton>}
      </Form>
    </section>
  );
}
