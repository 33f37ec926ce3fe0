import type { Step } from './early-steps';

/**
 * Repeats the recorded steps on the hydrated page. A step that submits a form first waits until the
 * page knows who the person is, because the form needs that.
 *
 * @param whoIsThere resolves once the page knows whether the person is signed in
 */
export async function repeatSteps(whoIsThere: () => Promise<unknown>): Promise<void> {
  const { earlySteps } = window;
  if (!earlySteps) return;
  // Steps recorded during this loop are added to the list, so they're repeated in order too.
  for (const step of earlySteps.steps) {
    // Let React render between steps, as it does between two real events.
    await new Promise((resolve) => setTimeout(resolve));
    if (sendsForm(step)) {
      earlySteps.end();
      await whoIsThere();
    }
    repeat(step);
  }
  earlySteps.end();
  delete window.earlySteps;
}

/**
 * Undoes the values that the browser restored after a reload, because React doesn't know about
 * them.
 */
export function undoRestored(): void {
  const steps = window.earlySteps?.steps ?? [];
  const typed = new Set(steps.map((step) => step.kind === 'type' && step.field));
  const chosen = new Set(steps.map((step) => step.kind === 'choose' && step.field.name));
  for (const field of document.querySelectorAll('input')) {
    if (!chosen.has(field.name)) field.checked = field.defaultChecked;
    if (!typed.has(field) && field.value !== field.defaultValue) field.value = field.defaultValue;
  }
}

const sendsForm = (step: Step) =>
  step.kind === 'enter' || (step.kind === 'press' && step.button.type === 'submit');

function repeat(step: Step) {
  switch (step.kind) {
    case 'type':
      return write(step.field, step.text);
    case 'choose':
      // The choice is undone first, because React only reports changes.
      step.field.checked = step.field.type === 'checkbox' && !step.field.checked;
      return step.field.click();
    case 'press':
      return step.button.click();
    case 'enter': {
      const enter = { key: 'Enter', bubbles: true, cancelable: true };
      const isLeftToBrowser = step.field.dispatchEvent(new KeyboardEvent('keydown', enter));
      if (isLeftToBrowser) step.field.form?.requestSubmit();
    }
  }
}

/**
 * Sets a field's text as typing would. React compares the text with the last value set on the
 * element, so this uses the prototype's setter, which React doesn't track.
 */
function write(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  field.value = text === '' ? ' ' : '';
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
