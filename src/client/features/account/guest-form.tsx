import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { TextInput } from '@/client/components/text-input';
import { keepContact, readContact } from '@/client/lib/contact-store';
import { phoneSchema } from '@/domain/account/schemas';

const guestSchema = z.object({ phone: phoneSchema() });

/** All we ask of a guest: where to call. */
export function GuestForm({ onPhone }: { onPhone: (phone: string) => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(guestSchema),
    defaultValues: { phone: readContact(null).phone ?? '' },
  });
  const submit = handleSubmit(({ phone }) => {
    keepContact(null, { ...readContact(null), phone });
    onPhone(phone);
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Phone"
        hint="The driver calls this number if anything is unclear at the dock."
        error={formState.errors.phone?.message}
        required
      >
        <TextInput {...register('phone')} type="tel" autoComplete="tel" icon="phone" />
      </Field>
      <Button type="submit" size="lg" block>
        Continue
      </Button>
    </form>
  );
}
