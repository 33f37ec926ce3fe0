import type { MouseEvent } from 'react';
import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { toastFailure } from '@/client/components/toast-failure';
import { trpc } from '@/client/lib/trpc';
import { useIsEmergency } from './use-emergency';

type ExportLinkProps = { href: string; size?: 'sm' | 'md'; className?: string };

/** Saves a list as a file. A person whose sign-in is old first proves who they are. */
export function ExportLink({ href, size, className }: ExportLinkProps) {
  const confirming = trpc.auth.requireConfirmed.useMutation();
  const isEmergency = useIsEmergency();
  const save = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    try {
      await confirming.mutateAsync();
    } catch (error) {
      toastFailure('Not exported', error, 'Please try again.');
      return;
    }
    const link = document.createElement('a');
    link.href = href;
    link.download = '';
    link.click();
  };
  if (isEmergency) return null;
  return (
    <a
      href={href}
      download
      className={buttonClass({ variant: 'quiet', size, className })}
      onClick={save}
    >
      <Icon name="receipt" size={18} />
      Export CSV
    </a>
  );
}
