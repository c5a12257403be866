import { useEffect, useEffectEvent, useRef } from "react";
import * as words from "#words/session";
import { Field } from "../ui/forms/field.tsx";
import { Rich } from "../ui/text/rich.tsx";
import { codeFromSms } from "./sms-code.ts";
import "./account-fields.css";

/**
 * The field for a six-digit code from a text message or an email. It appears after the code was sent, and takes the
 * focus. Where the browser can read the text message, the code fills itself in.
 */
export function CodeField({
  label = words.code,
  sentTo,
  smsFor = sentTo,
  value,
  onChange,
  error,
}: {
  label?: string;
  /** The number or address to which the hint says the code was sent. */
  sentTo?: string;
  /** The number whose text message may fill in the code; `sentTo` by default. */
  smsFor?: string | undefined;
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const fill = useEffectEvent(onChange);
  useEffect(() => {
    if (!smsFor?.startsWith("+")) return;
    const waiting = new AbortController();
    void codeFromSms(waiting.signal).then((code) => {
      if (code && !waiting.signal.aborted) fill(code);
    });
    return () => waiting.abort();
  }, [smsFor]);
  const hint = sentTo && <Rich parts={words.weSentACode({ sentTo, b: (text) => <b>{text}</b> })} />;
  return (
    <Field label={label} hint={hint} error={error}>
      <input
        ref={input}
        className="code-input"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, ""))}
      />
    </Field>
  );
}
