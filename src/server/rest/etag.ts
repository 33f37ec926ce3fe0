/** Returns the ETag for an answer with this text. */
export function etagOf(text: string): string {
  return `"${Bun.hash(text).toString(36)}"`;
}
