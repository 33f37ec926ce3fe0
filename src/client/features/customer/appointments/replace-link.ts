import type { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { problemOf } from '@/client/lib/problem';

type ReplaceLink = {
  confirm: ReturnType<typeof useConfirm>['confirm'];
  renew: () => Promise<{ link: string }>;
  /** Called with the token of the new link. */
  onReplaced: ((token: string) => void) | undefined;
};

/** Asks a guest whether to replace the delivery link, and replaces it. */
export async function replaceLink({ confirm, renew, onReplaced }: ReplaceLink): Promise<void> {
  const isSure = await confirm({
    title: 'Replace your link?',
    description:
      'The old link will stop working everywhere, including in emails we already sent. We’ll show you the new one here.',
    confirmLabel: 'Replace Link',
    cancelLabel: 'Keep Link',
  });
  if (!isSure) return;
  try {
    const { link } = await renew();
    onReplaced?.(link.split('/d/')[1] ?? '');
    toastSuccess('Link Replaced', 'Copy the new link and keep it somewhere safe.');
  } catch (error) {
    toastError('Link Not Replaced', problemOf(error).message);
  }
}
