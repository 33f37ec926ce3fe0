import { type RefObject, useEffect, useState } from 'react';

/** The times (ms after the form appears) at which it's checked for saved credentials. */
const CHECKS = [100, 500, 1000];

/**
 * @returns true if the browser has filled both fields; false after typing, because the credentials are
 * then no longer the saved ones
 */
export function useAutofill(form: RefObject<HTMLFormElement | null>): boolean {
  const [detected, setDetected] = useState(false);

  useEffect(() => {
    const node = form.current;
    if (!node) return;
    let typed = false;
    const onInput = (event: Event) => {
      if (!isByHand(event)) return;
      typed = true;
      setDetected(false);
    };
    const check = () => {
      const fields = [...node.querySelectorAll('input')];
      if (!typed && fields.length > 0 && fields.every(isFilled)) setDetected(true);
    };
    const timers = CHECKS.map((delay) => setTimeout(check, delay));
    node.addEventListener('input', onInput);
    return () => {
      for (const timer of timers) clearTimeout(timer);
      node.removeEventListener('input', onInput);
    };
  }, [form]);

  return detected;
}

/** True for typing, pasting, dropping, and deleting; false for a browser or password manager. */
function isByHand(event: Event): boolean {
  if (!(event instanceof InputEvent)) return false;
  return /^(insertText|insertFrom|insertComposition|delete)/.test(event.inputType);
}

/**
 * Until the page is pressed, Chromium hides the value of a password that it filled in, but the
 * field matches :autofill.
 */
function isFilled(input: HTMLInputElement): boolean {
  return input.value !== '' || matchesAny(input, ':autofill', ':-webkit-autofill');
}

function matchesAny(input: HTMLInputElement, ...selectors: string[]): boolean {
  return selectors.some((selector) => {
    try {
      return input.matches(selector);
    } catch {
      // A browser that doesn't know this selector throws.
      return false;
    }
  });
}
