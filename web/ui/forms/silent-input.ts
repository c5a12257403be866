import { flushSync } from "react-dom";

type Control = HTMLInputElement | HTMLTextAreaElement;

// not a text: a selector of CSS
const typed = 'input:not([type="checkbox"], [type="radio"], [type="file"], [type="search"]), textarea';

/** The last value of a field that came with an event. */
const known = new WeakMap<Control, string>();

export function rememberInput(target: EventTarget): void {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
    known.set(target, target.value);
}

/**
 * Reports to React the fields whose value was set without an event, as some password managers and iOS do. The fields'
 * `onChange` is called with their value. `except`: the field that has an event now.
 */
export function reportSilentInput(form: HTMLFormElement, except?: EventTarget): void {
  for (const control of form.querySelectorAll<Control>(typed))
    if (control !== except && !control.disabled && isSilent(control)) report(control);
}

/** React keeps the default value of a controlled field equal to its state. */
function isSilent(control: Control): boolean {
  const { value, defaultValue } = control;
  return value !== defaultValue && value !== known.get(control);
}

/**
 * React ignores an event with a value that it knows, and it notices values that scripts set. So the value is set again
 * by the setter of the prototype, which React does not watch. One field at a time, because a handler may build the next
 * state from the rendered one.
 */
function report(control: Control): void {
  const { value } = control;
  const prototype = control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  control.value = value === "" ? "0" : "";
  Object.getOwnPropertyDescriptor(prototype.prototype, "value")?.set?.call(control, value);
  known.set(control, value);
  flushSync(() => void control.dispatchEvent(new Event("input", { bubbles: true })));
}
