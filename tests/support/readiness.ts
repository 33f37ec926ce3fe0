/** `/readyz` takes a second at most, so only a silent server exceeds this. */
const SILENT_AFTER_MS = 15_000;

/** Polls until `/readyz` of a product answers with the status. No answer is a failure. */
export async function readiness(url: string, status: 200 | 503, withinMs = 60_000): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(SILENT_AFTER_MS) });
    if (answer.status === status) return;
    if (Date.now() > giveUpAt) throw new Error(`/readyz still answers ${answer.status}`);
    await Bun.sleep(100);
  }
}
