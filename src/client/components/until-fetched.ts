import type { FetchedCode } from '@/client/lib/fetched-code';
import { UNREACHABLE } from '@/client/lib/problem';
import { toast } from './feedback/toast-store';

/** Dismisses the previous toast about missing code. */
let dismissPrevious = () => {};

/**
 * Fetches code that a press needs. If that fails, a toast offers Retry until it's dismissed.
 * @param title names the failure, such as "Page Not Opened"
 * @returns null if the person dismissed the toast
 */
export async function untilFetched<Code>(
  fetch: FetchedCode<Code>,
  title: string,
): Promise<Code | null> {
  dismissPrevious();
  for (;;) {
    const code = await fetch();
    if (code !== null || !(await isTriedAgain(title))) return code;
  }
}

/**
 * Offers a reload if the server no longer has the code that a part of the page needs. The part
 * itself offers Retry.
 */
export async function offerReloadIfGone(): Promise<void> {
  if (await isOtherBuild()) await isTriedAgain('Page Out of Date');
}

/**
 * Reports that code couldn't be fetched. After a deployment it's gone for good, so only a reload
 * helps.
 * @returns whether the person pressed Retry
 */
async function isTriedAgain(title: string): Promise<boolean> {
  const isGone = await isOtherBuild();
  return new Promise((resolve) => {
    const { dismiss } = toast({
      variant: 'destructive',
      title,
      description: isGone ? 'This page was updated. Reload it to continue.' : UNREACHABLE,
      duration: Number.POSITIVE_INFINITY,
      action: isGone
        ? { label: 'Reload', onClick: () => location.reload() }
        : { label: 'Retry', onClick: () => resolve(true) },
      onGone: () => resolve(false),
    });
    dismissPrevious = dismiss;
  });
}

/** A server that doesn't respond for this long counts as unreachable. */
const SILENT_MS = 4000;

/** True if the server no longer has this page's script. Then the rest of its code is gone too. */
const isOtherBuild = (): Promise<boolean> =>
  fetch(document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(SILENT_MS),
  }).then(
    ({ status }) => status === 404,
    () => false,
  );
