import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { Fold } from '@/client/components/fold';
import { TextInput } from '@/client/components/text-input';
import type { GuestContact } from './use-guest-contact';

type GuestContactFieldsProps = {
  guest: GuestContact;
  /** Opens the account dialog, for a person with an account. */
  onAccount: () => unknown;
};

/** How a visitor is reached, in place of an account: a phone number is enough (D84). */
export function GuestContactFields({ guest, onAccount }: GuestContactFieldsProps) {
  const { typed, lack, change } = guest;
  const errorOf = (field: 'customerPhone' | 'customerEmail') =>
    lack?.field === field ? lack.description : undefined;
  return (
    <div className="flex flex-col gap-5">
      <Field
        label="Your phone"
        hint="The driver calls this number if anything is unclear at the dock."
        error={errorOf('customerPhone')}
        aside={
          <Button variant="ghost" size="sm" className="-me-2" onClick={onAccount}>
            I have an account
          </Button>
        }
      >
        <TextInput
          ref={guest.phoneInput}
          type="tel"
          autoComplete="tel"
          icon="phone"
          maxLength={40}
          value={typed.phone}
          onChange={(event) => change({ phone: event.currentTarget.value })}
        />
      </Field>
      <Fold
        title="Get the link and the receipt by e-mail"
        icon="mail"
        isFilled={typed.email !== ''}
      >
        <Field
          label="Your e-mail"
          optional
          hint="For messages about this delivery alone."
          error={errorOf('customerEmail')}
        >
          <TextInput
            ref={guest.emailInput}
            type="email"
            autoComplete="email"
            icon="mail"
            maxLength={200}
            value={typed.email}
            onChange={(event) => change({ email: event.currentTarget.value })}
          />
        </Field>
      </Fold>
    </div>
  );
}
