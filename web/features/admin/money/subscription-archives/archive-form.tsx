import { useState } from "react";
import * as words from "#words/admin-money";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { fieldsAfter } from "../../../../ui/forms/fields-after.ts";
import { showToast } from "../../../../ui/overlays/toast.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import type { PeriodFields } from "../../shared/archives/period-form.tsx";
import { PeriodForm } from "../../shared/archives/period-form.tsx";
import { archivePeriod } from "./subscription-archive-mutations.ts";
import { problemWith } from "./subscription-archive-queries.ts";

const empty: PeriodFields = { name: "", description: "", start: "", end: "" };

/** Archives the subscriptions that started in a period. */
export function ArchiveForm() {
  const [fields, setFields] = useState(empty);
  const [invalid, setInvalid] = useState<string | null>(null);
  const create = useAdminMutation(
    archivePeriod,
    {
      success: (count) => words.archiveCreated({ count }),
      failure: words.failedToCreateArchive,
    },
    {
      stale: [subject.subscriptionArchives],
      onDone: (count, sent) => {
        setFields(fieldsAfter(sent, empty));
        if (count === 0) showToast({ kind: "info", message: words.noSubscriptionsInPeriod });
      },
    },
  );
  const submit = () => {
    const problem = problemWith(fields);
    setInvalid(problem);
    if (!problem) create.mutate(fields);
  };
  const set = (change: Partial<PeriodFields>) => setFields({ ...fields, ...change });
  const problem = invalid ?? create.problem;
  return (
    <PeriodForm
      fields={fields}
      onChange={set}
      onSubmit={submit}
      endHint={words.whatArchivesInclude}
      problem={problem}
      pending={create.isPending}
      submitLabel={words.createSubscriptionArchive}
    />
  );
}
