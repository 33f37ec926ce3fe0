/**
 * The functions that the walks need from a browser engine. Each engine has an adapter in this
 * folder.
 */

/** A thing on screen. While a dialog is open, only the contents of the last dialog count. */
export type Thing = {
  /**
   * The name is the field's label for a `file`, the selector for a `part`, and the words themselves
   * for a `text`.
   */
  kind: 'button' | 'field' | 'file' | 'part' | 'text';
  name: string;
  /** A selector for the part of the page that contains the thing. */
  within?: string;
};

/** A browser without cookies. Every step waits until its element is visible. */
export type OpenBrowser = {
  open(address: string): Promise<void>;
  press(thing: Thing): Promise<void>;
  /** Replaces the field's text. */
  type(thing: Thing, text: string): Promise<void>;
  attach(thing: Thing, path: string): Promise<void>;
  /** Returns the thing's text. */
  read(thing: Thing): Promise<string>;
  close(): Promise<void>;
};

export type Engine = {
  name: string;
  /** Returns one sentence about what to install, or undefined if nothing is missing. */
  missing(): string | undefined;
  launch(): Promise<OpenBrowser>;
};

/** How long a step waits for its element, in ms. */
export const FOUND_WITHIN_MS = 30_000;

/**
 * Runs in the page and returns a thing's element if it's visible and usable. It must not use
 * anything else in this file, because its source is sent to the browser.
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
    // A toast may cover the element for a while.
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
  // Finds the innermost element with that text.
  return all('*').findLast((node) => tidy(node.textContent).includes(name)) ?? null;
}

/** Runs in the page and selects a field's text, so that typing replaces it. */
export function selectAll(field: Element): void {
  (field as HTMLInputElement).select();
}

/** Runs in the page and returns all its text, without scripts and styles. */
export function pageText(): string {
  return [...document.querySelectorAll('#root, dialog[open]')].at(-1)?.textContent ?? '';
}

/** Creates the error of a step whose thing didn't appear. */
export const notFound = ({ kind, name }: Thing, address: string, shown: string, cause: unknown) =>
  new Error(`No ${kind} "${name}" on ${address}, which says: ${shown}`, { cause });
