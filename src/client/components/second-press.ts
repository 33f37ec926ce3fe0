/**
 * Takes the second press of a double-click on what has just closed something: what lies below was not
 * meant, and the focus stays where the first press put it. It ends with the next press of its own.
 */
export function takeSecondPress(): void {
  const listening = new AbortController();
  const take = (event: MouseEvent) => {
    if (event.detail < 2) return listening.abort();
    event.preventDefault();
    event.stopPropagation();
  };
  for (const kind of ['mousedown', 'click'] as const) {
    document.addEventListener(kind, take, { capture: true, signal: listening.signal });
  }
}
