import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusEvenFolded } from '@/client/components/fold';
import { readContact } from '@/client/lib/contact-store';
import { keepDraft, onDraftForgotten, readDraft } from '@/client/lib/order-draft';
import { formatPhone } from '@/domain/text';
import type { ContactLack } from './customer-contact';

/** How a guest is reached, as it is typed. */
type TypedContact = { phone: string; email: string };

export type GuestContact = ReturnType<typeof useGuestContact>;

/** What was typed and not sent yet, else what was used last on this device. */
function lastContact(): TypedContact {
  const { guest } = readDraft();
  const { phone = '', email = '' } = readContact(null);
  return { phone: guest.phone || formatPhone(phone), email: guest.email || email };
}

/** The phone number and e-mail address of a guest in the order form. */
export function useGuestContact() {
  const [typed, setTyped] = useState<TypedContact>({ phone: '', email: '' });
  const [lack, setLack] = useState<ContactLack | null>(null);
  const phoneInput = useRef<HTMLInputElement>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  // Read in effects alone: the server draws the form without them.
  useLayoutEffect(() => setTyped(lastContact()), []);
  useEffect(() => onDraftForgotten(() => setTyped(lastContact())), []);

  const change = (changed: Partial<TypedContact>) => {
    const guest = { ...readDraft().guest, ...changed };
    keepDraft({ guest });
    setTyped((before) => ({ ...before, ...changed }));
    setLack(null);
  };
  return {
    typed,
    /** As it is sent. */
    given: { customerPhone: typed.phone.trim(), customerEmail: typed.email.trim() || undefined },
    lack,
    phoneInput,
    emailInput,
    change,
    /** Shows what is missing at its field. */
    tell: (missing: ContactLack) => {
      setLack(missing);
      const input = missing.field === 'customerEmail' ? emailInput : phoneInput;
      if (input.current) focusEvenFolded(input.current);
    },
  };
}
