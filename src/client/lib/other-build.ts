/** A server that is silent for so long counts as out of reach. */
const SILENT_MS = 4000;

/** Whether the server now has another build than this page's, so that code of this page may be gone. */
export async function isOtherBuild(): Promise<boolean> {
  const own = document.querySelector('script[src]')?.getAttribute('src');
  try {
    const signal = AbortSignal.timeout(SILENT_MS);
    const answer = await fetch('/index.html', { cache: 'no-store', signal });
    return Boolean(own) && answer.ok && !(await answer.text()).includes(`"${own}"`);
  } catch {
    return false;
  }
}
