/** The name of an answer's content. */
export function etagOf(text: string): string {
  return `"${Bun.hash(text).toString(36)}"`;
}
