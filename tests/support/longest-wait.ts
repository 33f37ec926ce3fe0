/** Measures how long a process blocks requests that have nothing to wait for. */

const PAUSE_MS = 5;

/**
 * Polls a product's health, which doesn't use the database, while reading its time windows, which
 * may fail. Returns the longest wait for a health answer (ms), during which the process was
 * blocked.
 */
export async function longestWait(url: string, forMs: number): Promise<number> {
  const endsAt = performance.now() + forMs;
  let longest = 0;
  let reading: Promise<unknown> | null = null;
  while (performance.now() < endsAt) {
    reading ??= fetch(`${url}/api/trpc/slots.window`)
      .then((answer) => answer.text())
      .finally(() => {
        reading = null;
      });
    const startedAt = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    longest = Math.max(longest, performance.now() - startedAt);
    await Bun.sleep(PAUSE_MS);
  }
  await reading;
  return longest;
}
