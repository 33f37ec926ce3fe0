/** The ETag of an answer with that text. */
export function etagOf(text: string): string {
  return `"${Bun.hash(text).toString(36)}"`;
}
