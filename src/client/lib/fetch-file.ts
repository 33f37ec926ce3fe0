/**
 * Fetches a file into the browser's cache.
 *
 * @throws if it can't be fetched completely
 */
export async function fetchFile(path: string): Promise<void> {
  const answer = await fetch(path);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(String(answer.status));
}
