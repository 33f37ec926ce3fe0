import { Button } from '@/client/components/button';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { Skeleton } from '@/client/components/feedback/states';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { Panel } from '@/client/components/panel';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { exemptionSchema, MAX_CERTIFICATE_LENGTH } from '@/domain/tax/tax-change.schema';

type Exemption = Outputs['admin']['exemption']['exemption'];

/** The tax exemption of a customer, with the number of their certificate. */
export function TaxExemption({ id }: { id: string }) {
  const { data } = trpc.admin.exemption.useQuery({ id }, { refetchOnMount: 'always' });
  return (
    <Panel
      tight
      icon="dollar"
      title="Tax exemption"
      subtitle="Prices won’t change. Later deliveries won’t include tax."
    >
      {data ? (
        <ExemptionForm key={data.exemption?.certificate ?? ''} id={id} exemption={data.exemption} />
      ) : (
        <Skeleton className="h-24 rounded-field" />
      )}
    </Panel>
  );
}

function ExemptionForm({ id, exemption }: { id: string; exemption: Exemption }) {
  const utils = trpc.useUtils();
  const changing = trpc.admin.changeExemption.useMutation();
  const before = exemption?.certificate ?? null;
  const form = useZodForm(exemptionSchema, {
    defaultValues: { userId: id, certificate: before ?? '', before },
    send: async (typed) => {
      const saved = await changing.mutateAsync(typed);
      form.reset(typed);
      utils.admin.exemption.setData({ id }, saved);
      toastSuccess(saved.exemption ? 'Exemption Saved' : 'Exemption Ended');
    },
    onFailed: async ({ message, reason }, field) => {
      if (field) return;
      toastError('Exemption Not Saved', message);
      if (reason === 'changed_meanwhile') await utils.admin.exemption.invalidate({ id });
    },
  });
  const { isDirty, isSubmitting } = form.formState;
  return (
    <Form form={form} className="flex flex-col gap-2">
      <Field
        label="Certificate Number"
        hint={
          exemption
            ? `Set by ${exemption.setBy}, ${exemption.setText}. Clear it to end the exemption.`
            : 'Leave it blank if the customer pays tax.'
        }
        error={form.errors.certificate?.message}
      >
        <TextInput {...form.register('certificate')} maxLength={MAX_CERTIFICATE_LENGTH} />
      </Field>
      <Button
        type="submit"
        size="sm"
        variant="quiet"
        className="self-start"
        disabled={!isDirty}
        busy={isSubmitting}
      >
        Save Exemption
      </Button>
      <LeaveGuard when={isDirty} description="You haven’t saved the exemption." />
    </Form>
  );
}
