import {
  type ComponentProps,
  type FormEvent,
  type SyntheticEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { actsStartedBy, useStart } from "../../browser/use-single-run.ts";
import { rememberInput, reportSilentInput } from "./silent-input.ts";
import { noteInput, notePress, noteSending, watchForm } from "./unsaved-forms.ts";

interface Props extends Omit<ComponentProps<"form">, "onSubmit"> {
  /**
   * Called once for each press. Further presses are ignored until the promise that it may return settles. The input is
   * saved if the promise resolves to true, or to nothing after an act (`useAct`) that succeeded.
   */
  onSubmit: () => unknown;
  /** True if unsaved input may be lost without a question, as for a sign-in. */
  discards?: boolean;
}

/**
 * Every form of the page. A double click submits it once. Fields that were filled in without an event, as by a password
 * manager, are read before anything else changes and before the form is submitted. The dialog or the page that contains the
 * form asks before unsaved input is discarded.
 */
export function Form({ onSubmit, discards = false, ref, ...props }: Props) {
  const start = useStart();
  const element = useRef<HTMLFormElement>(null);
  useImperativeHandle<HTMLFormElement | null, HTMLFormElement | null>(ref, () => element.current);
  const latest = useRef(onSubmit);
  useLayoutEffect(() => {
    latest.current = onSubmit;
  });
  useLayoutEffect(() => (discards || !element.current ? undefined : watchForm(element.current)), [discards]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void start(async () => {
      reportSilentInput(form);
      let result: unknown;
      // Read after that, because the function contains the state of the fields.
      const acts = actsStartedBy(() => {
        result = latest.current();
      });
      const sent = Promise.all([result, ...acts]).then(
        ([isSaved]) => (typeof isSaved === "boolean" ? isSaved : acts.length > 0),
        () => false,
      );
      void noteSending(form, sent);
      await result;
    });
  };
  const watch = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    noteInput(currentTarget);
    rememberInput(target);
    reportSilentInput(currentTarget, target);
  };
  const press = ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLFormElement>) =>
    notePress(currentTarget, nativeEvent);
  return (
    <form
      {...props}
      ref={element}
      onSubmit={submit}
      onInputCapture={watch}
      onFocusCapture={press}
      onPointerDownCapture={press}
      onKeyDownCapture={press}
      onClickCapture={press}
    />
  );
}
