import type { FetchedCode } from '@/client/lib/fetched-code';
import { UNREACHABLE } from '@/client/lib/problem';
import { toast } from './feedback/toast-store';

/** Dismisses the previous toast. */
let dismissPrevious = () => {};

/**
 * Fetches code that a press needs. If that fails, a toast offers Retry until it's dismissed.
 *
 * @param title says what didn't happen, such as "Page Not Opened"
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

function isTriedAgain(title: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { dismiss } = toast({
      variant: 'destructive',
      title,
      description: `${UNREACHABLE} If that doesn’t help, reload the page.`,
      duration: Number.POSITIVE_INFINITY,
      action: { label: 'Retry', onClick: () => resolve(true) },
      onGone: () => resolve(false),
    });
    dismissPrevious = dismiss;
  });
}
