import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { Callout } from '@/client/components/feedback/callout';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { RadioCards } from '@/client/components/form/radio-cards';
import { SearchInput } from '@/client/components/form/search-input';
import { newId } from '@/client/lib/new-id';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { UNDO_MERGE_DAYS } from '@/domain/account/merge';
import { MERGED_CONTACTS, type MergedContact } from '@/domain/account/merge.schema';
import { formatDollars } from '@/domain/money';
import { formatPhone } from '@/domain/phone';
import { formatCount } from '@/domain/text';

type Side = Outputs['admin']['compareCustomers']['sides'][number];

const LABELS: Record<MergedContact, string> = {
  fullName: 'Name',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
};

type MergeDialogProps = {
  id: string;
  name: string;
  /** Opens the page of the record that stays. */
  onMerged: (keptId: string) => void;
  onClose: () => void;
};

/** Finds another record of the same person, compares the two, and merges them. */
export function MergeDialog({ id, name, onMerged, onClose }: MergeDialogProps) {
  const [otherId, setOtherId] = useState<string | null>(null);
  return otherId === null ? (
    <FindOther id={id} name={name} onFound={setOtherId} onClose={onClose} />
  ) : (
    <Compare
      id={id}
      otherId={otherId}
      onMerged={onMerged}
      onBack={() => setOtherId(null)}
      onClose={onClose}
    />
  );
}

type FindProps = Pick<MergeDialogProps, 'id' | 'name' | 'onClose'> & {
  onFound: (id: string) => void;
};

function FindOther({ id, name, onFound, onClose }: FindProps) {
  const [search, setSearch] = useState(name);
  const list = trpc.admin.customers.useQuery(
    { search: search || undefined },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const others = list.data?.customers.filter((one) => one.id !== id) ?? [];
  return (
    <Dialog
      open
      size="md"
      title="Find the other record"
      description={`Select the record that’s also ${name}.`}
      onClose={onClose}
    >
      <SearchInput
        label="Search name, email, or phone"
        value={search}
        onSearch={setSearch}
        className="mb-3"
      />
      {list.data ? (
        <ul className="grid gap-2" aria-label="Found records">
          {others.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={() => onFound(one.id)}
                className="min-h-11 w-full cursor-pointer rounded-field border border-edge/70 px-3 py-2 text-start wrap-anywhere hover:border-primary"
              >
                <span className="block font-semibold">{one.fullName ?? one.username}</span>
                <span className="block text-sm text-muted">
                  {[
                    one.isGuest ? 'Guest' : 'Account',
                    one.email,
                    one.phone && formatPhone(one.phone),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </button>
            </li>
          ))}
          {others.length === 0 ? (
            <li className="text-muted">No other customers match your search.</li>
          ) : null}
        </ul>
      ) : list.isError ? (
        <ErrorState title="We couldn’t load the customers" onRetry={() => list.refetch()}>
          {problemOf(list.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading customers" rows={4} rowClassName="h-14" />
      )}
    </Dialog>
  );
}

type CompareProps = Pick<MergeDialogProps, 'id' | 'onMerged' | 'onClose'> & {
  otherId: string;
  onBack: () => void;
};

function Compare({ id, otherId, onMerged, onBack, onClose }: CompareProps) {
  const utils = trpc.useUtils();
  const query = trpc.admin.compareCustomers.useQuery(
    { id, otherId },
    { refetchOnMount: 'always', gcTime: 0 },
  );
  const merging = trpc.admin.mergeCustomers.useMutation();
  const [chosen, setChosen] = useState<string | null>(null);
  const [takes, setTakes] = useState<Partial<Record<MergedContact, boolean>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [requestId] = useState(() => newId());
  if (!query.data) {
    return (
      <Dialog open size="lg" title="Compare the records" onClose={onClose}>
        {query.isError ? (
          <ErrorState title="We couldn’t load the records" onRetry={() => query.refetch()}>
            {problemOf(query.error).message}
          </ErrorState>
        ) : (
          <SkeletonList label="Loading records" rows={4} rowClassName="h-12" />
        )}
      </Dialog>
    );
  }
  const { sides, seen } = query.data;
  const [mine, theirs] = sides;
  // The record that can stay, or the one that staff opened.
  const keptId = chosen ?? (theirs.obstacle !== null && mine.obstacle === null ? otherId : id);
  const [kept, gone] = keptId === id ? [mine, theirs] : [theirs, mine];
  const choices = MERGED_CONTACTS.filter((name) => canTake(name, kept, gone));
  const takesValue = (name: MergedContact) => takes[name] ?? kept.contact[name] === null;
  const merge = async () => {
    setProblem(null);
    try {
      const take = choices.filter(takesValue);
      await merging.mutateAsync({ keptId: kept.id, goneId: gone.id, take, seen, requestId });
      toastSuccess('Customers Merged', `You can undo this for ${UNDO_MERGE_DAYS} days.`);
      await utils.admin.invalidate();
      onMerged(kept.id);
    } catch (error) {
      setProblem(problemOf(error).message);
      await query.refetch();
    }
  };
  return (
    <Dialog
      open
      size="lg"
      title="Merge these records?"
      onClose={onClose}
      dismissible={!merging.isPending}
      alert={problem}
      footer={
        <>
          <Button variant="quiet" onClick={onBack} disabled={merging.isPending}>
            Select Another
          </Button>
          <Button disabled={gone.obstacle !== null} busy={merging.isPending} onClick={merge}>
            Merge Records
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <RadioCards
          legend="Record That Stays"
          columns={2}
          value={kept.id}
          onValueChange={(value) => {
            setChosen(value);
            setTakes({});
          }}
          options={sides.map((side) => ({
            value: side.id,
            label: nameOf(side),
            description: side.isGuest ? 'Guest (no account)' : 'Account',
          }))}
        />
        <Comparison sides={[kept, gone]} />
        {gone.obstacle === null ? (
          <>
            {choices.map((name) => (
              <RadioCards
                key={name}
                legend={`${LABELS[name]} to Keep`}
                columns={2}
                value={takesValue(name) ? gone.id : kept.id}
                onValueChange={(value) => setTakes({ ...takes, [name]: value === gone.id })}
                options={[kept, gone].map((side) => ({
                  value: side.id,
                  label: contactText(name, side) || 'None',
                }))}
              />
            ))}
            <Callout tone="info" title="What happens">
              {consequence(kept, gone)}
            </Callout>
          </>
        ) : (
          <Callout tone="warn" title="These records can’t be merged this way">
            {gone.obstacle}
          </Callout>
        )}
      </div>
    </Dialog>
  );
}

const nameOf = ({ contact, isGuest }: Side) =>
  contact.fullName ?? contact.email ?? (isGuest ? 'Guest' : 'Account');

/** An account's email address is its sign-in, so it doesn't change. */
function canTake(name: MergedContact, kept: Side, gone: Side): boolean {
  const value = gone.contact[name];
  return value !== null && value !== kept.contact[name] && (name !== 'email' || kept.isGuest);
}

const contactText = (name: MergedContact, { contact }: Side) =>
  name === 'phone' ? formatPhone(contact.phone ?? '') : contact[name];

/** Says what a merge does, before staff confirm it. */
function consequence(kept: Side, gone: Side): string {
  const sentences = [
    `Everything that belongs to ${nameOf(gone)} moves to ${nameOf(kept)}: deliveries, boats, docks, notes, and tags.`,
    kept.isGuest ? null : 'The customer sees these deliveries after signing in.',
    !kept.isGuest && gone.contact.email !== null && gone.contact.email !== kept.contact.email
      ? 'The account keeps its email address.'
      : null,
    gone.hasHouseAccount ? 'The house account moves. Issued invoices don’t change.' : null,
    gone.certificate === null
      ? null
      : kept.certificate === null
        ? 'The tax exemption moves too.'
        : 'The tax exemption of the record that stays applies.',
    gone.recurring > 0 ? 'We’ll pause recurring deliveries.' : null,
    'Each delivery keeps its contact details, price, and card.',
    'We won’t charge or notify anyone.',
    `You can undo this for ${UNDO_MERGE_DAYS} days.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

const ROWS: readonly [string, (side: Side) => string | null][] = [
  ['Name', ({ contact }) => contact.fullName],
  ['Phone', ({ contact }) => (contact.phone ? formatPhone(contact.phone) : null)],
  ['Email', ({ contact }) => contact.email],
  ['Address', ({ contact }) => contact.address],
  ['Deliveries', ({ deliveries }) => formatCount(deliveries)],
  ['Balance', ({ balanceCents }) => formatDollars(balanceCents)],
  ['Boats', ({ boats }) => boats.join(', ') || null],
  ['Docks', ({ docks }) => docks.join('; ') || null],
  ['Tags', ({ tags }) => tags.join(', ') || null],
  ['Notes', ({ notes }) => (notes > 0 ? formatCount(notes) : null)],
  ['House account', ({ hasHouseAccount }) => (hasHouseAccount ? 'Yes' : null)],
  ['Tax exemption', ({ certificate }) => certificate],
];

function Comparison({ sides: [kept, gone] }: { sides: [Side, Side] }) {
  return (
    <table className="w-full table-fixed text-start text-[0.95rem]">
      <caption className="sr-only">Both records</caption>
      <thead>
        <tr className="text-sm text-muted">
          <th className="w-1/4 text-start font-normal" scope="col">
            <span className="sr-only">Detail</span>
          </th>
          <th className="text-start font-normal" scope="col">
            Stays
          </th>
          <th className="text-start font-normal" scope="col">
            Goes
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([label, text]) => {
          const [first, second] = [text(kept), text(gone)];
          if (first === null && second === null) return null;
          return (
            <tr key={label} className="border-t border-edge/70 align-top">
              <th className="py-1.5 pe-2 text-start font-normal text-muted" scope="row">
                {label}
              </th>
              <td className="py-1.5 pe-2 wrap-anywhere">{first ?? 'None'}</td>
              <td className="py-1.5 wrap-anywhere">{second ?? 'None'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
