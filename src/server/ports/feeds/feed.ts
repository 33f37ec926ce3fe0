/** The feed did not answer, or answered something that is no answer. What was known before stays. */
export class FeedUnreachable extends Error {
  override readonly name = 'FeedUnreachable';
}

/** What `fetch` is, as far as a feed uses it. */
export type FeedFetch = (url: string, init: { signal: AbortSignal }) => Promise<Response>;

/** How long a feed may take. Nobody waits for it but the job that asks. */
const TIMEOUT_MS = 10_000;

/** Reads JSON from a public address; `read` picks out what is wanted and throws when it is missing. */
export async function askFeed<T>(
  url: URL,
  read: (json: unknown) => T,
  ask: FeedFetch = fetch,
): Promise<T> {
  try {
    const answer = await ask(url.href, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return read(await answer.json());
  } catch (error) {
    // The address may carry a key, so only its host is told.
    const reason = error instanceof Error ? error.message.replaceAll(url.search, '') : 'unknown';
    throw new FeedUnreachable(`${url.host}: ${reason}`);
  }
}
