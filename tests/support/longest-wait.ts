/** How long a process kept people waiting that had nothing to wait for. */

const PAUSE_MS = 5;

/**
 * Asks a product again and again whether it runs, which takes no database, and meanwhile reads its time
 * slots, which may fail. The longest wait for an answer (ms): where the process stood still, no shorter
 * than that.
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
