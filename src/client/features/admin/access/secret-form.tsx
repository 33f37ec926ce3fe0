import type { ReactNode } from 'react';
import { type FieldValues, useFormContext } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { SecretDialog } from '@/client/components/dialog/secret-dialog';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextInput } from '@/client/components/form/text-input';
import type { CheckedForm } from '@/client/components/form/use-checked-form';
import { MAX_ACCESS_NAME_LENGTH } from '@/domain/access/access.schema';

type SecretFormProps<Values extends FieldValues> = {
  form: CheckedForm<Values>;
  /** Written in lower case in sentences. */
  noun: 'Key' | 'Link';
  /** The new secret while it's shown; null otherwise. */
  secret: string | null;
  onSeen: () => void;
  /** The fields next to the name. */
  children: ReactNode;
};

/** Creates a named secret and shows it once. */
export function SecretForm<Values extends FieldValues & { name: string }>(
  props: SecretFormProps<Values>,
) {
  const { form, noun, secret, onSeen, children } = props;
  return (
    <>
      <Form form={form} className="flex flex-wrap items-start gap-2">
        <NameField noun={noun} />
        {children}
        <Button
          type="submit"
          variant="quiet"
          className="max-sm:basis-full sm:mt-7.5"
          busy={form.formState.isSubmitting}
        >
          Create {noun}
        </Button>
      </Form>
      {secret ? (
        <SecretDialog title={`Your new ${noun.toLowerCase()}`} secret={secret} onClose={onSeen} />
      ) : null}
    </>
  );
}

function NameField({ noun }: { noun: string }) {
  const { register, formState } = useFormContext<{ name: string }>();
  return (
    <>
      <Field
        label="Name"
        error={formState.errors.name?.message}
        className="min-w-[min(100%,10rem)] flex-2"
      >
        <TextInput {...register('name')} maxLength={MAX_ACCESS_NAME_LENGTH} autoComplete="off" />
      </Field>
      <LeaveGuard
        when={formState.dirtyFields.name === true}
        description={`You haven’t created the ${noun.toLowerCase()} yet.`}
      />
    </>
  );
}
