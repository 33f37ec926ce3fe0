import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Merges } from '@/client/appointment/merges';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { DefinitionList } from '@/client/components/definition-list';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Money } from '@/client/components/money';
import { Panel } from '@/client/components/panel';
import { PhoneLink } from '@/client/components/phone-link';
import { useMay } from '@/client/identity/use-may';
import { problemOf } from '@/client/lib/problem';
import { useNoteRecent } from '@/client/lib/recent-items';
import { trpc } from '@/client/lib/trpc';
import { mailtoLink } from '@/domain/account/email';
import { formatMonthDay } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import { formatCount } from '@/domain/text';
import { type BookFor, CUSTOMER_STATUS_TONES, moneyOwedBy, useLastBookedText } from './customer';
import { CustomerAppointments } from './customer-appointments';
import { CustomerBoats, CustomerDocks } from './customer-belongings';
import { CustomerNotes } from './customer-notes';
import { CustomerTags } from './customer-tags';
import { CustomerWaiting } from './customer-waiting';
import { EditCustomerDialog } from './edit-customer-dialog';
import { HouseAccount } from './house-account';
import { MergeDialog } from './merge-dialog';
import { OwedLinks } from './owed-links';
import { TaxExemption } from './tax-exemption';

type CustomerPageProps = {
  id: string;
  bookFor: BookFor;
  onBack: () => void;
  onOpen: (id: string) => void;
};

/** A customer's or guest's details, balance, orders, boats, docks, tags, and staff notes. */
export function CustomerPage({ id, bookFor, onBack, onOpen }: CustomerPageProps) {
  const lastBookedText = useLastBookedText();
  const readsActivity = useMay()('business');
  const [isEditing, setIsEditing] = useState(false);
  const [isMerging, setIsMerging] = useState(false);
  const query = trpc.admin.customer.useQuery({ id }, { refetchOnMount: 'always' });
  useNoteRecent(query.data && { kind: 'customer', item: query.data.customer });
  const back = (
    <Button size="sm" variant="ghost" icon="arrow-left" className="-ms-3 mb-2" onClick={onBack}>
      All Customers
    </Button>
  );
  if (!query.data) {
    return (
      <>
        {back}
        {query.isError ? (
          <ErrorState title="We couldn’t load this customer" onRetry={() => query.refetch()}>
            {problemOf(query.error).message}
          </ErrorState>
        ) : (
          <SkeletonList label="Loading customer" rows={3} rowClassName="h-32" />
        )}
      </>
    );
  }
  const { customer, balanceCents, notes, boats, docks } = query.data;
  const { email, pendingEmail, phone, address } = customer;
  const { isError, error, refetch } = query;
  const loaded = { isError, error, refetch };
  return (
    <>
      {back}
      <div className="grid items-start gap-4 xl:grid-cols-[1fr_2fr]">
        <div className="grid gap-4 md:max-xl:grid-cols-2">
          <Panel
            tight
            icon="user"
            title={customer.fullName ?? customer.username}
            subtitle={customer.isGuest ? 'Guest (no account)' : customer.username}
            actions={<Badge tone={CUSTOMER_STATUS_TONES[customer.status]}>{customer.status}</Badge>}
          >
            <DefinitionList
              items={[
                {
                  term: 'Email',
                  value: email ? (
                    <a href={mailtoLink(email)} className="link link-hover">
                      {email}
                    </a>
                  ) : null,
                },
                {
                  term: 'Phone',
                  value: phone ? <PhoneLink phone={phone} className="link link-hover" /> : null,
                },
                {
                  term: 'New Email',
                  value: pendingEmail ? `${pendingEmail} (not verified yet)` : null,
                },
                { term: 'Address', value: address },
                { term: 'Total Orders', value: formatCount(customer.totalOrders) },
                { term: 'Total Spent', value: formatDollars(customer.totalSpentCents) },
                { term: 'Last Order', value: lastBookedText(customer.lastOrderAt) },
                {
                  term: 'Last Delivery',
                  value: customer.lastServiceDate ? formatMonthDay(customer.lastServiceDate) : null,
                },
              ]}
            />
            <div className="mt-3 flex flex-wrap gap-2">
              {customer.isGuest ? null : bookFor(customer)}
              <Button size="sm" variant="quiet" icon="edit" onClick={() => setIsEditing(true)}>
                Edit Customer
              </Button>
              <Button size="sm" variant="quiet" onClick={() => setIsMerging(true)}>
                Merge…
              </Button>
            </div>
            <Merges id={id} />
            <CustomerTags id={id} tags={customer.tags} />
            {readsActivity ? (
              <Link to="/admin/activity" search={{ person: id }} className="link mt-3 block">
                Account activity
              </Link>
            ) : null}
            <div
              className={`tone mt-4 flex items-baseline justify-between gap-3 rounded-field border px-3 py-2 ${
                balanceCents > 0 ? 'tone-red' : 'tone-green'
              }`}
            >
              <span className="font-semibold">Balance</span>
              {balanceCents > 0 ? (
                <Link to="/admin" search={moneyOwedBy(id)} className="link">
                  <Money>{formatDollars(balanceCents)}</Money>
                </Link>
              ) : (
                <span>No balance due</span>
              )}
            </div>
            {balanceCents > 0 ? <OwedLinks id={id} /> : null}
          </Panel>
          <CustomerNotes id={id} notes={notes} />
          {customer.isGuest ? null : <TaxExemption id={id} />}
          {customer.isGuest ? null : (
            <HouseAccount
              key={id}
              id={id}
              name={customer.fullName ?? customer.username}
              email={customer.email}
            />
          )}
        </div>
        <div className="grid gap-4">
          <CustomerWaiting id={id} />
          <CustomerAppointments id={id} />
          {customer.isGuest ? null : (
            <div className="grid items-start gap-4 md:grid-cols-2">
              <CustomerBoats id={id} query={{ ...loaded, data: boats }} />
              <CustomerDocks id={id} query={{ ...loaded, data: docks }} />
            </div>
          )}
        </div>
      </div>
      {isMerging ? (
        <MergeDialog
          id={id}
          name={customer.fullName ?? customer.username}
          onMerged={(keptId) => {
            setIsMerging(false);
            if (keptId !== id) onOpen(keptId);
          }}
          onClose={() => setIsMerging(false)}
        />
      ) : null}
      {isEditing ? (
        <EditCustomerDialog customer={customer} onClose={() => setIsEditing(false)} />
      ) : null}
    </>
  );
}
