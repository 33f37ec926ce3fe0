/**
 * Runs in server-rendered pages. It loads the page's code after the first paint, because a script
 * in the head would be fetched before anything is shown. Until that code has hydrated the page, it
 * records what the person does, for repeat-steps.ts.
 */
import { BOOKED_KEY, getItem } from '../lib/browser-storage';
import { fetchFile } from '../lib/fetch-file';
import { showZoneLine } from '../lib/zone-line';
import type { Step } from './early-steps';
import { STATE_ID } from './state';

// This script runs in the head, so the line is there at the first paint.
showZoneLine();
// The server can't know that in this tab, the confirmation replaces the order form.
if (getItem(BOOKED_KEY, 'sessionStorage') !== null) document.documentElement.dataset.booked = '';

const TRY_AGAIN_MS = 3000;
/** Background pages aren't painted, so after this long, the code starts without a paint. */
const UNPAINTED_MS = 500;

const steps: Step[] = [];
const recording = new AbortController();

/** Handles an event before the page does, and hides it from the page. */
function on<Name extends keyof WindowEventMap>(
  name: Name,
  stepOf: (target: Element, event: WindowEventMap[Name]) => Step | null | undefined,
) {
  const listener = (event: WindowEventMap[Name]) => {
    if (!event.isTrusted || !(event.target instanceof Element)) return;
    event.stopImmediatePropagation();
    const step = stepOf(event.target, event);
    if (step) steps.push(step);
  };
  addEventListener(name, listener, { capture: true, signal: recording.signal });
}

// Hydration empties the fields. If the person types before their text is repeated, the text is
// restored first, so that the new letter comes after it.
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
  // Links and labels work without the page's code.
  const button = target.closest('button');
  if (!button) return null;
  event.preventDefault();
  const last = steps.at(-1);
  // People often press a slow button again, so only the first press counts. On a stepper, every
  // press counts.
  const isOnce = button.type === 'submit' || button.hasAttribute('aria-expanded');
  const isRepeated = isOnce && last?.kind === 'press' && last.button === button;
  return isRepeated ? null : { kind: 'press', button };
});
on('keydown', (field, event) => {
  if (event.key !== 'Enter' || !(field instanceof HTMLInputElement)) return null;
  event.preventDefault();
  return { kind: 'enter', field };
});

window.earlySteps = { steps, end: () => recording.abort() };

/**
 * Fetches all of the page's code and then runs it. If a file can't be fetched, it tries again, and
 * the recorded steps stay. The `fetch` is needed because browsers don't retry failed modules
 * (lib/fetch-files.ts).
 */
async function start() {
  const state = document.getElementById(STATE_ID);
  const files: string[] = JSON.parse(state?.dataset.files ?? '[]');
  try {
    await Promise.all(files.map(fetchFile));
  } catch {
    return void setTimeout(start, TRY_AGAIN_MS);
  }
  for (const href of files) addToHead('link', { rel: 'modulepreload', href });
  // Each file runs as its own task, so that a press in between is handled.
  for (const src of files) {
    const hasRun = await new Promise((resolve) => {
      const script = addToHead('script', { type: 'module', src });
      script.addEventListener('load', () => resolve(true));
      // If the browser has no cache, the script is fetched a second time, and that can fail, too.
      script.addEventListener('error', () => resolve(false));
    });
    if (!hasRun) return void setTimeout(start, TRY_AGAIN_MS);
  }
}

function addToHead(name: 'link' | 'script', attributes: Record<string, string>) {
  const element = document.createElement(name);
  document.head.append(Object.assign(element, { crossOrigin: '', ...attributes }));
  return element;
}

// The code waits for the first paint. On a fast connection, it would arrive earlier and delay the
// paint.
addEventListener('load', () => {
  let isStarted = false;
  const startOnce = () => {
    if (!isStarted) void start();
    isStarted = true;
  };
  new PerformanceObserver(startOnce).observe({ type: 'paint', buffered: true });
  setTimeout(startOnce, UNPAINTED_MS);
});
