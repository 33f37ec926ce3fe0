/** The feed didn't answer, or its answer was invalid. The stored values stay. */
export class FeedUnreachable extends Error {
  override readonly name = 'FeedUnreachable';
}

/** The part of `fetch` that a feed uses. */
export type FeedFetch = (
  url: string,
  init: { signal: AbortSignal; redirect: 'error' },
) => Promise<Response>;

/** How long a feed may take. Only jobs wait for it. */
const TIMEOUT_MS = 10_000;

/** Reads JSON from a public address. `read` extracts the values, and throws if one is missing. */
export async function readFeed<T>(
  url: URL,
  read: (json: unknown) => T,
  ask: FeedFetch = fetch,
): Promise<T> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // A redirect would send our key to another address.
    const answer = await ask(url.href, { signal, redirect: 'error' });
    if (!answer.ok)
      throw Object.assign(new Error('The feed refused the request.'), {
        statusCode: answer.status,
      });
    return read(await answer.json());
  } catch (error) {
    // The address may contain a key, so the message only has its host.
    throw new FeedUnreachable(url.host, { cause: error });
  }
}
