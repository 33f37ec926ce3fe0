import type { ReactNode } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import type { IconName } from '@/client/components/icon';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';

/** A key or link in the list. */
export type AccessLine = {
  id: string;
  name: string;
  facts: ReactNode;
  badge?: ReactNode;
  revocable: boolean;
};

type AccessPanelProps = {
  icon: IconName;
  title: string;
  subtitle: string;
  /** Written in lower case in sentences. */
  noun: 'Key' | 'Link';
  /** Undefined while loading. */
  lines: AccessLine[] | undefined;
  isError: boolean;
  onRetry: () => unknown;
  onRevoke: (id: string) => Promise<unknown>;
  revokeText: string;
  /** The form that creates another one. */
  children: ReactNode;
};

/** Lists secrets for other programs, with a form that creates one and buttons that revoke them. */
export function AccessPanel(props: AccessPanelProps) {
  const { icon, title, subtitle, noun, lines, onRevoke, children } = props;
  const nouns = `${noun.toLowerCase()}s`;
  const { confirm, confirmDialog } = useConfirm();

  const revoke = async (line: AccessLine) => {
    const yes = await confirm({
      danger: true,
      title: `Revoke ${line.name}?`,
      description: props.revokeText,
      confirmLabel: `Revoke ${noun}`,
      cancelLabel: `Keep ${noun}`,
    });
    if (!yes) return;
    try {
      await onRevoke(line.id);
      toastSuccess(`${line.name} Revoked`);
    } catch (failure) {
      toastError(`${noun} Not Revoked`, problemOf(failure).message);
    }
  };

  return (
    <Panel tight icon={icon} title={title} subtitle={subtitle}>
      {children}
      {lines ? (
        lines.length === 0 ? (
          <EmptyState icon={icon} title={`No ${nouns} yet`} className="!py-4" />
        ) : (
          <ul className="mt-3 flex flex-col divide-y divide-edge/70 border-t border-edge/70">
            {lines.map((line) => (
              <li key={line.id} className="flex flex-wrap items-center gap-x-3 py-2">
                <div className="min-w-[min(100%,9rem)] flex-1">
                  <p className="flex flex-wrap items-center gap-2">
                    <span className="font-semibold wrap-anywhere">{line.name}</span>
                    {line.badge}
                  </p>
                  <p className="text-sm wrap-anywhere text-muted">{line.facts}</p>
                </div>
                {line.revocable ? (
                  <Button
                    size="sm"
                    variant="ghost"
                    className="text-error"
                    aria-label={`Revoke ${line.name}`}
                    onClick={() => revoke(line)}
                  >
                    Revoke
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )
      ) : props.isError ? (
        <ErrorState title={`We couldn’t load the ${nouns}`} onRetry={props.onRetry} />
      ) : (
        <SkeletonList label={`Loading ${nouns}`} className="mt-3" rowClassName="h-10" rows={2} />
      )}
      {confirmDialog}
    </Panel>
  );
}
