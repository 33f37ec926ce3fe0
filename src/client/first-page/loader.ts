/**
 * Runs inside the pages that the server has rendered. It starts the code of the page once the browser
 * has shown it: in the head, the code would be fetched before anything is shown. Until that code has
 * taken the page over, it keeps what a person does, for repeat-steps.ts.
 */
import { fetchFile } from '../lib/fetch-file';
import type { Step } from './early-steps';
import { STATE_ID } from './state';

const TRY_AGAIN_MS = 3000;
/** A page opened in the background paints nothing, and may be taken over all the same. */
const UNPAINTED_MS = 500;

const steps: Step[] = [];
const keeping = new AbortController();

/** Hears an event before the page does, and alone. */
function on<Name extends keyof WindowEventMap>(
  name: Name,
  keep: (target: Element, event: WindowEventMap[Name]) => Step | null | undefined,
) {
  const listener = (event: WindowEventMap[Name]) => {
    if (!event.isTrusted || !(event.target instanceof Element)) return;
    event.stopImmediatePropagation();
    const step = keep(event.target, event);
    if (step) steps.push(step);
  };
  addEventListener(name, listener, { capture: true, signal: keeping.signal });
}

// The code of the page empties the fields when it takes over. A letter typed before that text is
// repeated belongs behind it.
on('beforeinput', (field) => {
  const typed = steps.findLast((step) => step.kind === 'type' && step.field === field);
  if (typed?.kind === 'type' && typed.field.value !== typed.text) typed.field.value = typed.text;
  return null;
});
on('input', (field) => {
  if (field instanceof HTMLInputElement && /radio|checkbox/.test(field.type)) {
    return { kind: 'choose', field };
  }
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null;
  return { kind: 'type', field, text: field.value };
});
on('click', (target, event) => {
  // Links and labels do by themselves what they are for.
  const button = target.closest('button');
  if (!button) return null;
  event.preventDefault();
  const last = steps.at(-1);
  // People often press a button again that shows nothing at once; a stepper counts each press.
  const isOnce = button.type === 'submit' || button.hasAttribute('aria-expanded');
  const isRepeated = isOnce && last?.kind === 'press' && last.button === button;
  return isRepeated ? null : { kind: 'press', button };
});
on('keydown', (field, event) => {
  if (event.key !== 'Enter' || !(field instanceof HTMLInputElement)) return null;
  event.preventDefault();
  return { kind: 'enter', field };
});

window.kept = { steps, end: () => keeping.abort() };

/**
 * Runs the code once all of it is here, and tries again for as long as it cannot be fetched: what was done
 * so far stays as it is. Without the `fetch` no second try helps (lib/fetch-files.ts).
 */
async function start() {
  const state = document.getElementById(STATE_ID);
  const files: string[] = JSON.parse(state?.dataset.files ?? '[]');
  try {
    await Promise.all(files.map(fetchFile));
  } catch {
    setTimeout(start, TRY_AGAIN_MS);
    return;
  }
  const [src = '', ...others] = files;
  for (const href of others) addToHead('link', { rel: 'modulepreload', href });
  const script = addToHead('script', { type: 'module', src });
  // The line may break between the two, where the browser keeps no cache.
  script.addEventListener('error', () => setTimeout(start, TRY_AGAIN_MS));
}

function addToHead(name: 'link' | 'script', attributes: Record<string, string>) {
  const element = document.createElement(name);
  document.head.append(Object.assign(element, { crossOrigin: '', ...attributes }));
  return element;
}

// Once the first sight is painted: near the server, the code would be there before it and hold it up.
addEventListener('load', () => {
  let isStarted = false;
  const startOnce = () => {
    if (!isStarted) void start();
    isStarted = true;
  };
  new PerformanceObserver(startOnce).observe({ type: 'paint', buffered: true });
  setTimeout(startOnce, UNPAINTED_MS);
});
