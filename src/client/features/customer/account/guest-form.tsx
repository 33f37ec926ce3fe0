import * as z from 'zod/mini';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { readContact, storeContact } from '@/client/lib/contact-store';
import { phoneSchema } from '@/domain/account/sign-in.schema';
import { formatPhone, TEXTS_HINT } from '@/domain/phone';

const guestSchema = z.object({ phone: phoneSchema() });

/** Asks a guest for a phone number, which is all we need to book. */
export function GuestForm({ onPhone }: { onPhone: (phone: string) => void }) {
  const form = useZodForm(guestSchema, {
    defaultValues: { phone: formatPhone(readContact(null).phone ?? '') },
    send: (typed) => {
      const { phone } = guestSchema.parse(typed);
      storeContact(null, { ...readContact(null), phone });
      onPhone(phone);
    },
  });
  return (
    <Form form={form}>
      <Field label="Phone" hint={TEXTS_HINT} error={form.errors.phone?.message} required>
        <TextInput {...form.register('phone')} type="tel" autoComplete="tel" icon="phone" />
      </Field>
      <Button type="submit" size="lg" block>
        Continue
      </Button>
    </Form>
  );
}
