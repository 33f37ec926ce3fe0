/** A server that doesn't respond for this long counts as unreachable. */
const SILENT_MS = 4000;

/** Whether the server no longer has this page's script, so that the rest of its code is gone too. */
export const isOtherBuild = (): Promise<boolean> =>
  fetch(document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(SILENT_MS),
  }).then(
    ({ status }) => status === 404,
    () => false,
  );
