import type { FetchedCode } from '@/client/lib/fetched-code';
import { UNREACHABLE } from '@/client/lib/problem';
import { toast } from './feedback/toast-store';

/** Takes the question before this one back. */
let takeBack = () => {};

/**
 * Fetches the code of a press. Where the fetch fails a toast says so, and stays until Retry or until it is
 * dismissed; then, null. `title` names what did not happen: "Not opened".
 */
export async function untilFetched<Code>(
  fetch: FetchedCode<Code>,
  title: string,
): Promise<Code | null> {
  takeBack();
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
      description: `${UNREACHABLE} If that does not help, reload the page.`,
      duration: Number.POSITIVE_INFINITY,
      action: { label: 'Retry', onClick: () => resolve(true) },
      onGone: () => resolve(false),
    });
    takeBack = dismiss;
  });
}
