import { useState } from "react";
import * as words from "#words/admin-content";
import * as uiWords from "#words/ui";
import { type Edit, type Loaded, saveEdit } from "../../../../backend/edits/save-edit.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { NewsRow } from "../../../../backend/types/rows.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useEditQuestion } from "../../../../ui/overlays/edit-question.tsx";
import { contentSizes, styleOf, titleSizes } from "../../../../ui/text/text-formatting.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { FormattingFields } from "./formatting-fields.tsx";
import { storedDraft } from "./news-draft.ts";
import { saveNews } from "./news-mutations.ts";
import { loadNews, openedNews } from "./news-queries.ts";
import {
  fieldsOf,
  maxWords,
  type NewsFields,
  type NewsText,
  newsEditFields,
  problemWith,
  wordsIn,
} from "./news-rules.ts";
import { PictureField } from "./picture-field.tsx";
import { type PictureUpload, usePictureUpload } from "./picture-upload.ts";
import { InterruptedUpload, UploadStatus } from "./upload-status.tsx";

/** Adds or edits news. Keeps the input when saving fails, and during an interrupted upload also over a reload. */
export function NewsForm({ news, onClose }: { news: NewsRow | null; onClose: () => void }) {
  const id = news?.id ?? null;
  const [draft, setDraft] = useState(() => storedDraft(id));
  // A restored draft was typed over the news as it was then.
  const [edited] = useState(() => news && { id: news.id, opened: openedNews(draft?.seen ?? news) });
  const [fields, setFields] = useState(() => fieldsOf(draft?.text ?? news));
  const [invalid, setInvalid] = useState<string | null>(null);
  const upload = usePictureUpload();
  const { ask, question } = useEditQuestion();
  const save = useAdminMutation(
    (next: NewsFields, requestKey) =>
      storeNews(next, edited, { upload: upload.begin, requestKey, ask, onTheirs: onClose }).finally(() => {
        upload.end();
        setDraft(storedDraft(id));
      }),
    {
      success: (isSaved) =>
        isSaved ? (news ? words.newsUpdatedSuccessfully : words.newsCreatedSuccessfully) : null,
      failure: words.failedToSaveNews,
    },
    { stale: [subject.news], onDone: (isSaved) => isSaved && onClose() },
  );
  const set = (change: Partial<NewsFields>) => setFields((known) => ({ ...known, ...change }));
  const count = wordsIn(fields.content);
  const tooLong = count > maxWords;
  const submit = () => {
    const problem = problemWith(fields);
    setInvalid(problem);
    if (!problem) save.mutate(fields);
  };
  const discard = () => {
    setDraft(null);
    void import("./large-picture.ts").then(({ discardUpload }) => discardUpload(id));
  };
  return (
    <Dialog open wide onClose={onClose} title={news ? words.editNews : words.addNews}>
      <Form className="form" noValidate onSubmit={submit}>
        <Field label={words.title}>
          <input
            value={fields.title}
            maxLength={200}
            style={styleOf(fields.titleFormatting)}
            onChange={(event) => set({ title: event.target.value })}
          />
        </Field>
        <FormattingFields
          legend={words.titleFormatting}
          sizes={titleSizes}
          value={fields.titleFormatting}
          onChange={(titleFormatting) => set({ titleFormatting })}
        />
        <Field
          label={words.content}
          hint={words.countOfMostWords({ count, most: maxWords })}
          error={tooLong ? words.contentIsTooLong : undefined}
        >
          <textarea
            rows={5}
            value={fields.content}
            maxLength={5000}
            style={styleOf(fields.contentFormatting)}
            onChange={(event) => set({ content: event.target.value })}
          />
        </Field>
        <FormattingFields
          legend={words.contentFormatting}
          sizes={contentSizes}
          value={fields.contentFormatting}
          onChange={(contentFormatting) => set({ contentFormatting })}
        />
        <PictureField fields={fields} onChange={set} />
        <label className="checkbox-field">
          <input
            type="checkbox"
            checked={fields.isActive}
            onChange={(event) => set({ isActive: event.target.checked })}
          />
          <span>{words.activeShownOnHome}</span>
        </label>
        {upload.progress && <UploadStatus progress={upload.progress} onCancel={upload.cancel} />}
        {draft && !save.isPending && (
          <InterruptedUpload draft={draft} chosen={fields.picture} onCancel={discard} />
        )}
        <FormError message={invalid ?? save.problem} />
        <div className="actions">
          <button type="button" className="btn secondary" onClick={onClose}>
            {uiWords.close}
          </button>
          <SubmitButton pending={save.isPending} disabled={tooLong}>
            {news ? words.saveNews : words.publishNews}
          </SubmitButton>
        </div>
      </Form>
      {question}
    </Dialog>
  );
}

interface Storing extends Pick<Edit<NewsFields, NewsText, boolean>, "ask"> {
  upload: () => PictureUpload;
  requestKey: string;
  onTheirs: () => void;
}

/** Adds news, or changes the edited news without replacing what somebody else has saved since it was opened. */
function storeNews(
  next: NewsFields,
  edited: { id: string; opened: Loaded<NewsFields, NewsText> } | null,
  { upload, requestKey, ask, onTheirs }: Storing,
): Promise<boolean> {
  if (edited === null) return saveNews(null, next, upload(), requestKey);
  const { id, opened } = edited;
  return saveEdit({
    opened,
    mine: next,
    fields: newsEditFields,
    save: (values, seen) => saveNews({ id, seen }, values, upload(), requestKey),
    load: () => loadNews(id),
    ask,
    onTheirs,
  });
}
