/**
 * Fetches a file into the browser's cache.
 *
 * @throws where it cannot be had whole
 */
export async function fetchFile(path: string): Promise<void> {
  const answer = await fetch(path);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(String(answer.status));
}
