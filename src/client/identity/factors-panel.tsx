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
const NOT_CHANGED = 'Please try again.';

const fetchSetUp = fetchedCode(
  () => import('./set-up-dialog'),
  (one) => one.SetUpDialog,
);

/** The second factors of the signed-in member of staff: add, remove, and recovery codes. */
export function FactorsPanel() {
  const factors = trpc.factors.list.useQuery(undefined, { refetchOnMount: 'always' });
  const beginning = trpc.factors.begin.useMutation();
  const [setUp, setSetUp] = useState<Outputs['factors']['begin'] | null>(null);
  const { Component: SetUpDialog, fetchCode } = useFetchedComponent(fetchSetUp, 'Not opened');
  const add = async () => {
    if (!(await fetchCode())) return;
    try {
      setSetUp(await beginning.mutateAsync());
    } catch (error) {
      toastFailure('The set-up did not begin', error, NOT_CHANGED);
    }
  };
  return (
    <Panel
      tight
      icon={OTHER_ICONS.lock}
      title="Second factor"
      subtitle="What you confirm a sign-in with, beside the password."
      actions={
        <Button size="sm" icon="plus" aria-label="Add a second factor" onClick={add}>
          Add
        </Button>
      }
    >
      {factors.data ? (
        <FactorList {...factors.data} onChanged={() => factors.refetch()} />
      ) : factors.isError ? (
        <ErrorState title="The list could not be loaded" onRetry={() => factors.refetch()}>
          {problemOf(factors.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading your second factors" rows={2} rowClassName="h-10" />
      )}
      {setUp !== null && SetUpDialog ? (
        <SetUpDialog
          challenge={setUp.challenge}
          kinds={setUp.kinds}
          description="From then on, a sign-in asks for it beside the password."
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
    const yes = await confirm({
      danger: true,
      title: `Remove ${factor.name}?`,
      description: 'It no longer confirms a sign-in.',
      confirmLabel: 'Remove',
    });
    if (!yes) return;
    try {
      await removing.mutateAsync({ id: factor.id });
      toastSuccess(`${factor.name} is removed`);
    } catch (error) {
      toastFailure(`${factor.name} was not removed`, error, NOT_CHANGED);
    }
    await onChanged();
  };
  if (factors.length === 0) {
    return (
      <EmptyState icon={OTHER_ICONS.lock} title="No second factor yet" className="!py-4">
        {isRequired
          ? 'Your account needs one at the next sign-in.'
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

/** So few codes are soon none. */
const FEW = 3;

function RecoveryCodes({ left, onChanged }: { left: number; onChanged: () => unknown }) {
  const renewing = trpc.factors.renewRecoveryCodes.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = async () => {
    const yes = await confirm({
      title: 'Make new recovery codes?',
      description: 'The ones that you have kept no longer work.',
      confirmLabel: 'Make new codes',
    });
    if (!yes) return;
    try {
      setCodes((await renewing.mutateAsync()).recoveryCodes);
    } catch (error) {
      toastFailure('No codes were made', error, NOT_CHANGED);
    }
    await onChanged();
  };
  return (
    <Callout
      className="mt-3"
      tone={left <= FEW ? 'warn' : 'info'}
      action={
        <Button size="sm" variant="quiet" onClick={renew}>
          Make new codes
        </Button>
      }
    >
      {left} of {RECOVERY_CODE_COUNT} recovery codes left
      {codes ? <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} /> : null}
      {confirmDialog}
    </Callout>
  );
}
