import { expectInput, guardInput, updateGuard } from "../leave-guard.ts";

/** The forms with input that is not saved. */

interface Watched {
  /** The values before the first input since the form appeared or was saved. */
  values: string;
  /** Whether something was entered since, or may have been by a press that is being handled. */
  hasInput: boolean;
  isSending: boolean;
}

const watched = new Map<HTMLFormElement, Watched>();

/** Watches a form until the returned function is called, and asks before the page is left while it has unsaved input. */
export function watchForm(form: HTMLFormElement): () => void {
  const known = { values: valuesOf(form), hasInput: false, isSending: false };
  watched.set(form, known);
  const stopGuarding = guardInput({
    isLostBy: () => isUnsaved(form, known),
    discard: () => {
      known.hasInput = false;
    },
  });
  return () => {
    watched.delete(form);
    stopGuarding();
  };
}

/**
 * Called before the reader changes something: when the form receives the focus, or a key or button is pressed in it. Until
 * the first input the form shows saved values, which may have been loaded again. A key or button may change a field
 * without an input event, so the fields are compared after the press.
 */
export function notePress(form: HTMLFormElement, press: Event): void {
  const known = watched.get(form);
  if (!known || known.isSending) return;
  // A click comes after the checkbox or radio button has changed.
  const isBefore = press.type !== "click" || !(press.target instanceof HTMLInputElement);
  if (isBefore && !known.hasInput) known.values = valuesOf(form);
  known.hasInput = true;
  expectInput();
  // After React has rendered the change.
  setTimeout(() => {
    if (!known.isSending) known.hasInput = valuesOf(form) !== known.values;
    updateGuard();
  });
}

export function noteInput(form: HTMLFormElement): void {
  const known = watched.get(form);
  if (!known) return;
  known.hasInput = true;
  updateGuard();
}

/**
 * Ignores the form until the promise settles. It is saved if the promise resolves to true, except for what is entered
 * meanwhile.
 */
export async function noteSending(form: HTMLFormElement, sent: Promise<boolean>): Promise<void> {
  const known = watched.get(form);
  if (!known) return;
  const values = valuesOf(form);
  known.isSending = true;
  known.hasInput = false;
  const isSaved = await sent;
  known.isSending = false;
  if (!isSaved) known.hasInput = valuesOf(form) !== known.values;
  // A form that is saved may be emptied, or show what was saved.
  else known.values = known.hasInput ? values : valuesOf(form);
  updateGuard();
}

/** Whether a form within the element, or on the page, has input that would be lost. */
export function hasUnsavedInput(within: Element | null = document.body): boolean {
  return [...watched].some(([form, known]) => within?.contains(form) && isUnsaved(form, known));
}

function isUnsaved(form: HTMLFormElement, { values, hasInput, isSending }: Watched): boolean {
  return hasInput && !isSending && valuesOf(form) !== values;
}

/** The values of the fields, and of the buttons that stand for a choice. */
function valuesOf(form: HTMLFormElement): string {
  return JSON.stringify(
    [...form.elements].flatMap((control) => {
      if (control instanceof HTMLInputElement)
        return control.type === "radio" || control.type === "checkbox" ? control.checked : control.value;
      if (control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement)
        return control.value;
      return control.getAttribute("aria-pressed") ?? [];
    }),
  );
}
