/** Joins class names; whatever is no text (false, null, undefined, a node) is left out. */
export function classNames(...parts: unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
}
