/** Joins class names, and skips values that aren't text (false, null, undefined, a node). */
export function classNames(...parts: unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
}
