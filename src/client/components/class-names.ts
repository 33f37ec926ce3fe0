/** Joins class names and leaves out everything that is no text (false, null, undefined, a node). */
export function classNames(...parts: unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
}
