import { Button } from '@/client/components/button';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { Panel } from '@/client/components/panel';
import { PhoneLink } from '@/client/components/phone-link';
import { newId } from '@/client/lib/new-id';
import { trpc } from '@/client/lib/trpc';
import { SPILL_HOTLINE, type SpillCall } from '@/domain/driver/spill';
import { spillCallSchema } from '@/domain/driver/spill.schema';

type SpillCallsProps = {
  id: string;
  calls: readonly SpillCall[];
  momentOf: (at: number) => string;
};

/** @returns a blank call. Its request ID stays the same until it's saved, so a retry adds it once. */
const blank = (id: string) => ({ id, called: '', requestId: newId() });

/** The calls made about a spill, with a form to add one. */
export function SpillCalls({ id, calls, momentOf }: SpillCallsProps) {
  const utils = trpc.useUtils();
  const noting = trpc.admin.noteSpillCall.useMutation();
  const form = useZodForm(spillCallSchema, {
    defaultValues: blank(id),
    send: async (typed) => {
      await noting.mutateAsync(typed);
      await utils.admin.spillReport.invalidate({ id });
      form.reset(blank(id));
    },
  });
  return (
    <Panel tight icon="phone" title="Calls made">
      {calls.length > 0 ? (
        <ul className="flex flex-col gap-1.5">
          {calls.map(({ called, at, by }) => (
            <li key={`${called} ${at}`} className="wrap-anywhere">
              <strong>{called}</strong>, {momentOf(at)}, by {by}
            </li>
          ))}
        </ul>
      ) : (
        <p>No calls recorded yet.</p>
      )}
      <p className="mt-3 text-sm text-muted">
        {SPILL_HOTLINE.name}: <PhoneLink phone={SPILL_HOTLINE.phone} />
      </p>
      <Form form={form} className="no-print mt-4 flex flex-col gap-3">
        <Field
          label="Who You Called"
          error={form.errors.called?.message ?? form.errors.root?.message}
        >
          <TextInput {...form.register('called')} maxLength={100} autoComplete="off" />
        </Field>
        <Button type="submit" variant="quiet" busy={form.formState.isSubmitting}>
          Add Call
        </Button>
        <LeaveGuard when={form.formState.isDirty} description="You haven’t saved the call." />
      </Form>
    </Panel>
  );
}
