/** Both checks take at most a second, so only a server that doesn't answer exceeds this. */
const SILENT_AFTER_MS = 15_000;

/** Polls until a product has loaded everything. Fails if there is no answer. */
export const readiness = (url: string) => untilStatus(`${url}/readyz`, 200);

/** Polls until a product's database check returns the status. Fails if there is no answer. */
export const databaseHealth = (url: string, status: 200 | 503) =>
  untilStatus(`${url}/healthz/database`, status);

async function untilStatus(url: string, status: number): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(SILENT_AFTER_MS) });
    if (answer.status === status) return;
    if (Date.now() > giveUpAt) throw new Error(`${url} still answers ${answer.status}`);
    await Bun.sleep(100);
  }
}
