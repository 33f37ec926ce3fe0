import type { MouseEvent } from 'react';
import { buttonClass } from '@/client/components/button';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { Icon } from '@/client/components/icon';
import { pageOf } from '@/client/lib/page-person';
import { trpc } from '@/client/lib/trpc';
import { PAGE_OF_PARAM } from '@/domain/account/page-person';
import { useIsEmergency } from './use-emergency';
import { useMay } from './use-may';

type ExportLinkProps = {
  href: string;
  /** "Export CSV" if omitted. */
  label?: string;
  size?: 'sm' | 'md';
  className?: string;
};

/** Adds this page's person to the address, so that nobody else gets the file. */
function ofThisPage(href: string): string {
  const person = pageOf();
  if (person === undefined) return href;
  return `${href}${href.includes('?') ? '&' : '?'}${PAGE_OF_PARAM}=${encodeURIComponent(person)}`;
}

/** Downloads a list as a file. Staff who signed in a while ago verify their identity first. */
export function ExportLink({ href, label = 'Export CSV', size, className }: ExportLinkProps) {
  const confirming = trpc.auth.requireConfirmed.useMutation();
  const isEmergency = useIsEmergency();
  const mayExport = useMay()('exports');
  const save = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    try {
      await confirming.mutateAsync();
    } catch (error) {
      toastFailure('Export Failed', error, 'Please try again.');
      return;
    }
    const link = document.createElement('a');
    link.href = ofThisPage(href);
    link.download = '';
    link.click();
  };
  if (isEmergency || !mayExport) return null;
  return (
    <a
      href={href}
      download
      className={buttonClass({ variant: 'quiet', size, className })}
      onClick={save}
    >
      <Icon name="receipt" size={18} />
      {label}
    </a>
  );
}
