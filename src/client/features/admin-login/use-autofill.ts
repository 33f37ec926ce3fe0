import { type RefObject, useEffect, useState } from 'react';

/** When a browser may have filled the form by itself, in ms after it appeared (staff section 2). */
const CHECKS = [100, 500, 1000];

/**
 * True once the browser filled both fields without a hand on the keyboard. Typing takes it back:
 * then the credentials are the person's own, not the saved ones.
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

/** Typed, pasted, dropped or deleted. What a browser or a password manager fills in is none of these. */
function isByHand(event: Event): boolean {
  if (!(event instanceof InputEvent)) return false;
  return /^(insertText|insertFrom|insertComposition|delete)/.test(event.inputType);
}

/** Chromium hides the value of a filled password until the page is touched, but not that it is filled. */
function isFilled(input: HTMLInputElement): boolean {
  return input.value !== '' || matchesAny(input, ':autofill', ':-webkit-autofill');
}

function matchesAny(input: HTMLInputElement, ...selectors: string[]): boolean {
  return selectors.some((selector) => {
    try {
      return input.matches(selector);
    } catch {
      // A browser that does not know the selector throws.
      return false;
    }
  });
}
