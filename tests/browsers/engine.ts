/** What the walks need of a browser engine. Each engine has one adapter, beside this file. */

/** One thing on screen. While a dialog is open, only what lies in the last one counts. */
export type Thing = {
  /** A `file` has the name of its field, a `part` is named by its selector, `text` is what says it. */
  kind: 'button' | 'field' | 'file' | 'part' | 'text';
  name: string;
  /** A selector of the part of the page that holds it. */
  within?: string;
};

/** A browser without cookies. Every step waits until its thing is there. */
export type OpenBrowser = {
  open(address: string): Promise<void>;
  press(thing: Thing): Promise<void>;
  /** Types over what stands in the field. */
  type(thing: Thing, text: string): Promise<void>;
  attach(thing: Thing, path: string): Promise<void>;
  /** The text of the thing. */
  read(thing: Thing): Promise<string>;
  close(): Promise<void>;
};

export type Engine = {
  name: string;
  /** One sentence on what to install; undefined where nothing is missing. */
  missing(): string | undefined;
  launch(): Promise<OpenBrowser>;
};

/** How long a step waits for its thing, in ms. */
export const FOUND_WITHIN_MS = 30_000;

/**
 * Runs in the page: the element of a thing that is shown and can be used. It stands alone, because
 * its source is sent to the browser.
 */
export function findThing({ kind, name, within }: Thing): Element | null {
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const page = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const scope = within ? page.querySelector(within) : page;
  if (!scope) return null;
  if (kind === 'part') return scope.querySelector(name);
  if (kind === 'file') return scope.querySelector(`input[type=file][name="${name}"]`);
  const all = (selector: string) =>
    [scope, ...scope.querySelectorAll('*')].filter(
      (node) =>
        node.matches(selector) &&
        !node.matches(':disabled') &&
        node.checkVisibility({ visibilityProperty: true }),
    );
  if (kind === 'button') {
    const isNamed = (node: Element) => tidy(node.ariaLabel ?? node.textContent) === name;
    const found = all('button, a, [role=tab]').find(isNamed);
    found?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x = 0, y = 0, width = 0, height = 0 } = found?.getBoundingClientRect() ?? {};
    // A toast may lie over it for a while.
    const isFree = found?.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    return found && isFree ? found : null;
  }
  if (kind === 'field') {
    const labels = (node: Element) => [...((node as HTMLInputElement).labels ?? [])];
    const names = (node: Element) => [
      node.ariaLabel,
      ...labels(node).map((one) => one.textContent),
    ];
    const isNamed = (node: Element) => names(node).some((one) => tidy(one) === name);
    return all('input, textarea, select').find(isNamed) ?? null;
  }
  // The innermost element that says it.
  return all('*').findLast((node) => tidy(node.textContent).includes(name)) ?? null;
}

/** Runs in the page: what is typed next takes the place of what stands in the field. */
export function selectAll(field: Element): void {
  (field as HTMLInputElement).select();
}

/** Runs in the page: all that it says, without scripts and styles. */
export function pageText(): string {
  return [...document.querySelectorAll('#root, dialog[open]')].at(-1)?.textContent ?? '';
}

/** The error of a step whose thing did not come. */
export const notFound = ({ kind, name }: Thing, address: string, shown: string, cause: unknown) =>
  new Error(`No ${kind} "${name}" on ${address}, which says: ${shown}`, { cause });
