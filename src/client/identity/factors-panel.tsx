import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { Callout } from '@/client/components/feedback/callout';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { useFetchedComponent } from '@/client/components/use-fetched-component';
import { useInstants } from '@/client/lib/business-zone';
import { fetchedCode } from '@/client/lib/fetched-code';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { RECOVERY_CODE_COUNT } from '@/domain/account/second-factor';
import { RecoveryCodesDialog } from './recovery-codes-dialog';

type Factors = Outputs['factors']['list'];
type Factor = Factors['factors'][number];

const KINDS: Record<Factor['kind'], string> = {
  totp: 'Authenticator app',
  passkey: 'Passkey',
};
const NOT_CHANGED = 'Nothing was changed. Try again.';

const fetchSetUp = fetchedCode(
  () => import('./set-up-dialog'),
  (one) => one.SetUpDialog,
);

/** Manages the signed-in staff member's verification methods and recovery codes. */
export function FactorsPanel() {
  const factors = trpc.factors.list.useQuery(undefined, { refetchOnMount: 'always' });
  const beginning = trpc.factors.begin.useMutation();
  const [setUp, setSetUp] = useState<Outputs['factors']['begin'] | null>(null);
  const { Component: SetUpDialog, fetchCode } = useFetchedComponent(fetchSetUp, 'Setup Not Opened');
  const add = async () => {
    if (!(await fetchCode())) return;
    try {
      setSetUp(await beginning.mutateAsync());
    } catch (error) {
      toastFailure('Setup Not Started', error, NOT_CHANGED);
    }
  };
  return (
    <Panel
      tight
      icon={OTHER_ICONS.lock}
      title="Two-step verification"
      subtitle="Your second step when you sign in, after the password."
      actions={
        <Button size="sm" icon="plus" aria-label="Add Verification Method" onClick={add}>
          Add
        </Button>
      }
    >
      {factors.data ? (
        <FactorList {...factors.data} onChanged={() => factors.refetch()} />
      ) : factors.isError ? (
        <ErrorState
          title="We couldn’t load your verification methods"
          onRetry={() => factors.refetch()}
        >
          {problemOf(factors.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading your verification methods…" rows={2} rowClassName="h-10" />
      )}
      {setUp !== null && SetUpDialog ? (
        <SetUpDialog
          challenge={setUp.challenge}
          kinds={setUp.kinds}
          description="We’ll ask for it after your password when you sign in."
          onDone={() => {
            setSetUp(null);
            void factors.refetch();
          }}
        />
      ) : null}
    </Panel>
  );
}

type ListProps = Factors & { onChanged: () => unknown };

function FactorList({ factors, recoveryCodesLeft, isRequired, onChanged }: ListProps) {
  const removing = trpc.factors.remove.useMutation();
  const { formatDay } = useInstants();
  const { confirm, confirmDialog } = useConfirm();
  const remove = async (factor: Factor) => {
    const isSure = await confirm({
      danger: true,
      title: `Remove ${factor.name}?`,
      description: 'You won’t be able to sign in with it anymore.',
      confirmLabel: 'Remove Method',
      cancelLabel: 'Keep Method',
    });
    if (!isSure) return;
    try {
      await removing.mutateAsync({ id: factor.id });
      toastSuccess('Verification Method Removed', factor.name);
    } catch (error) {
      toastFailure('Verification Method Not Removed', error, NOT_CHANGED);
    }
    await onChanged();
  };
  if (factors.length === 0) {
    return (
      <EmptyState icon={OTHER_ICONS.lock} title="Two-step verification is off" className="!py-4">
        {isRequired
          ? 'You’ll need to set it up the next time you sign in.'
          : 'Add a second step so a stolen password isn’t enough to sign in.'}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="flex flex-col divide-y divide-edge/70">
        {factors.map((factor) => (
          <li key={factor.id} className="flex flex-wrap items-center gap-x-3 py-2">
            <div className="min-w-[min(100%,9rem)] flex-1">
              <p className="font-semibold wrap-anywhere">{factor.name}</p>
              <p className="text-sm text-muted">
                {KINDS[factor.kind]}, added {formatDay(factor.createdAt)},{' '}
                {factor.lastUsedAt ? `last used ${formatDay(factor.lastUsedAt)}` : 'not used yet'}
              </p>
            </div>
            <Button
              size="sm"
              variant="ghost"
              className="text-error"
              aria-label={`Remove ${factor.name}`}
              onClick={() => remove(factor)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <RecoveryCodes left={recoveryCodesLeft} onChanged={onChanged} />
      {confirmDialog}
    </>
  );
}

/** The number of recovery codes at or below which we show a warning. */
const FEW = 3;

function RecoveryCodes({ left, onChanged }: { left: number; onChanged: () => unknown }) {
  const renewing = trpc.factors.renewRecoveryCodes.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = async () => {
    const isSure = await confirm({
      title: 'Create new recovery codes?',
      description: 'Your old codes will stop working.',
      confirmLabel: 'Create New Codes',
      cancelLabel: 'Keep Old Codes',
    });
    if (!isSure) return;
    try {
      setCodes((await renewing.mutateAsync()).recoveryCodes);
    } catch (error) {
      toastFailure('Codes Not Created', error, NOT_CHANGED);
    }
    await onChanged();
  };
  return (
    <Callout
      className="mt-3"
      tone={left <= FEW ? 'warn' : 'info'}
      action={
        <Button size="sm" variant="quiet" onClick={renew}>
          Create New Codes
        </Button>
      }
    >
      {left} of {RECOVERY_CODE_COUNT} recovery codes left
      {codes ? <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} /> : null}
      {confirmDialog}
    </Callout>
  );
}
