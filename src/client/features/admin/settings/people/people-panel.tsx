import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge, type Tone } from '@/client/components/badge';
import { Button, buttonClass } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { useMe } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { OFFICE_ROLE_LABELS, type PersonState } from '@/domain/staff/people';
import { type Person, PersonDialog, type PersonDialogKind } from './person-dialog';

const STATES: Record<PersonState, [text: string, tone: Tone]> = {
  active: ['Active', 'green'],
  invited: ['Invited', 'yellow'],
  expired: ['Invitation Expired', 'orange'],
  inactive: ['Inactive', 'grey'],
};

type Open = { kind: PersonDialogKind; person: Person | null };

/** The people in the office with their roles. */
export function PeoplePanel() {
  const people = trpc.admin.people.useQuery(undefined, { refetchOnMount: 'always' });
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <Panel
      id="people"
      tight
      icon={OTHER_ICONS.users}
      title="People"
      subtitle="Everyone who signs in to the office. Drivers are under Team and access."
      actions={
        <Button
          size="sm"
          icon="plus"
          data-invite
          onClick={() => setOpen({ kind: 'invite', person: null })}
        >
          Invite Person
        </Button>
      }
    >
      {people.data ? (
        <ul aria-label="People" className="flex flex-col divide-y divide-edge/70">
          {people.data.map((person) => (
            <PersonLine
              key={person.id}
              person={person}
              onOpen={(kind) => setOpen({ kind, person })}
            />
          ))}
        </ul>
      ) : people.isError ? (
        <ErrorState title="We couldn’t load the people" onRetry={() => people.refetch()} />
      ) : (
        <SkeletonList label="Loading people" />
      )}
      {open ? (
        <PersonDialog kind={open.kind} person={open.person} onClose={() => setOpen(null)} />
      ) : null}
    </Panel>
  );
}

type PersonLineProps = { person: Person; onOpen: (kind: PersonDialogKind) => void };

function PersonLine({ person, onOpen }: PersonLineProps) {
  const { id, fullName, username, email, role, state } = person;
  const me = useMe();
  const name = fullName || username;
  const isInactive = state === 'inactive';
  return (
    <li
      data-person={username}
      className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
    >
      <div className="min-w-[min(100%,13rem)] flex-1 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{name}</span>
          <Badge tone={STATES[state][1]}>{STATES[state][0]}</Badge>
        </p>
        <p className="text-sm">
          {OFFICE_ROLE_LABELS[role]}
          {id === me?.id ? ', you' : null}
        </p>
        <p className="text-sm text-muted">
          Signs in as {username}
          {email ? ` or ${email}` : null}
        </p>
      </div>
      <div className="-me-2 flex flex-wrap">
        <Link
          to="/admin/activity"
          search={{ person: id }}
          aria-label={`${name}’s activity`}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          Activity
        </Link>
        {isInactive ? null : (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Change Role of ${name}`}
            onClick={() => onOpen('role')}
          >
            Change Role
          </Button>
        )}
        {state === 'active' ? null : (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Invite Again: ${name}`}
            onClick={() => onOpen('reinvite')}
          >
            Invite Again
          </Button>
        )}
        {isInactive ? null : <DeactivateButton person={person} name={name} />}
      </div>
    </li>
  );
}

function DeactivateButton({ person, name }: { person: Person; name: string }) {
  const utils = trpc.useUtils();
  const deactivating = trpc.admin.deactivatePerson.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const deactivate = async () => {
    const sure = await confirm({
      danger: true,
      title: `Deactivate ${name}?`,
      description:
        'They’ll be signed out everywhere, and their API keys and calendar links will stop working for good. You can invite them again later.',
      confirmLabel: 'Deactivate',
      cancelLabel: 'Keep Active',
    });
    if (!sure) return;
    try {
      await deactivating.mutateAsync({ id: person.id });
      toastSuccess(`${name} Deactivated`);
    } catch (error) {
      toastFailure('Deactivation Failed', error, 'Nothing was changed. Try again.');
    } finally {
      await utils.admin.people.invalidate();
    }
  };
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="text-error"
        aria-label={`Deactivate ${name}`}
        onClick={deactivate}
      >
        Deactivate
      </Button>
      {confirmDialog}
    </>
  );
}
