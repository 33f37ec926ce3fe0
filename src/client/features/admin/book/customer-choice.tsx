import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { dockText } from '@/client/appointment/slip-text';
import { Button } from '@/client/components/button';
import { DotSeparated } from '@/client/components/dot-separated';
import { Field } from '@/client/components/form/field';
import { SearchInput } from '@/client/components/form/search-input';
import { PhoneText } from '@/client/components/phone-link';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { phoneDigits } from '@/domain/phone';

/** A customer with an account, as the search returns them. */
export type FoundCustomer = Omit<
  Outputs['admin']['search']['customers'][number],
  'isGuest' | 'guestCode'
>;

/** A guest's last order that matches the search. */
export type FoundGuest = Outputs['admin']['search']['appointments'][number];

/** @returns the customer's full name, or else the username */
export const nameOf = ({ fullName, username }: FoundCustomer) => fullName ?? username;

type CustomerChoiceProps = {
  chosen: FoundCustomer | null;
  onChoose: (customer: FoundCustomer | null) => void;
  onGuest: (guest: FoundGuest) => void;
  /** True to let staff type the caller's number without a press. */
  takesFocus: boolean;
  error?: string | undefined;
};

/** Searches for a customer with an account, or a guest who ordered before, and selects one. */
export function CustomerChoice(props: CustomerChoiceProps) {
  const { chosen, onChoose, onGuest, takesFocus, error } = props;
  const [text, setText] = useState('');
  const { data } = trpc.admin.search.useQuery(
    { text },
    { enabled: text !== '', placeholderData: keepPreviousData, staleTime: 0 },
  );
  if (chosen) {
    return (
      <div className="col-span-full flex items-center justify-between gap-3 rounded-field bg-base-200 px-4 py-2">
        <CustomerText customer={chosen} />
        <Button size="sm" variant="quiet" onClick={() => onChoose(null)}>
          Change Customer
        </Button>
      </div>
    );
  }
  // Guests are listed with their last order, which fills in the form.
  const found = text === '' ? [] : (data?.customers ?? []).filter(({ isGuest }) => !isGuest);
  const guests = text === '' ? [] : guestsOf(data?.appointments ?? []);
  return (
    <Field label="Customer" error={error} className="col-span-full">
      <SearchInput
        label="Phone, name, or email"
        value={text}
        onSearch={setText}
        delay={120}
        takesFocus={takesFocus}
      />
      <ul aria-label="Matching customers" className="flex flex-col">
        {found.map((customer) => (
          <li key={customer.id}>
            <button
              type="button"
              className="min-h-11 w-full cursor-pointer rounded-field px-3 py-1.5 text-start hover:bg-base-200"
              onClick={() => onChoose(customer)}
            >
              <CustomerText customer={customer} />
            </button>
          </li>
        ))}
        {guests.map((guest) => (
          <li key={guest.id}>
            <button
              type="button"
              className="min-h-11 w-full cursor-pointer rounded-field px-3 py-1.5 text-start hover:bg-base-200"
              onClick={() => onGuest(guest)}
            >
              <GuestText guest={guest} />
            </button>
          </li>
        ))}
      </ul>
      {text !== '' && data && found.length + guests.length === 0 ? (
        <p role="status" className="text-muted">
          No customers match your search
        </p>
      ) : null}
    </Field>
  );
}

/** @returns the newest order of each guest, by phone number */
function guestsOf(appointments: readonly FoundGuest[]): FoundGuest[] {
  const newest = appointments
    .filter(({ userId, customerPhone }) => userId === null && customerPhone !== null)
    .toSorted((a, b) => b.date.localeCompare(a.date));
  const byPhone = new Map<string, FoundGuest>();
  for (const guest of newest) {
    const digits = phoneDigits(guest.customerPhone ?? '');
    if (!byPhone.has(digits)) byPhone.set(digits, guest);
  }
  return [...byPhone.values()];
}

function GuestText({ guest }: { guest: FoundGuest }) {
  const { customerName, customerPhone, location, slipNumber } = guest;
  return (
    <span className="wrap-anywhere min-w-0">
      <span className="font-semibold">{customerName ?? 'Guest'}</span>
      <span className="tabular block text-sm text-muted">
        <DotSeparated
          parts={[
            'Guest',
            customerPhone && <PhoneText phone={customerPhone} />,
            dockText({ location, slipNumber }),
          ]}
        />
      </span>
    </span>
  );
}

function CustomerText({ customer }: { customer: FoundCustomer }) {
  const { phone, email } = customer;
  return (
    <span className="wrap-anywhere min-w-0">
      <span className="font-semibold">{nameOf(customer)}</span>
      <span className="tabular block text-sm text-muted">
        <DotSeparated parts={[phone && <PhoneText phone={phone} />, email]} />
      </span>
    </span>
  );
}
