import type { Step } from './early-steps';

/**
 * Does once more, on the page that now works, what a person did before. A press that sends a form waits
 * until the page knows who they are, because the form needs that.
 *
 * @param whoIsThere resolves once the page knows whether the person is signed in
 */
export async function repeatSteps(whoIsThere: () => Promise<unknown>): Promise<void> {
  const { kept } = window;
  if (!kept) return;
  // More may be done meanwhile; it is kept too, and so comes after what was done before.
  for (const step of kept.steps) {
    // The page draws before each, as between two events of a person.
    await new Promise((drawn) => setTimeout(drawn));
    if (sendsForm(step)) {
      kept.end();
      await whoIsThere();
    }
    repeat(step);
  }
  kept.end();
  delete window.kept;
}

/**
 * Takes back what the browser itself has put into the fields after a reload. The page would not know
 * of it.
 */
export function undoRestored(): void {
  const steps = window.kept?.steps ?? [];
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
      // As it was before, because the page hears only of changes.
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
 * Puts a text into a field as typing does. React compares with what was last set through the field's
 * own property, so that one is passed by.
 */
function write(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  field.value = text === '' ? ' ' : '';
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
