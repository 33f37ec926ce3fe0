import { useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { Select } from '@/client/components/form/select';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { Panel } from '@/client/components/panel';
import { useInstants } from '@/client/lib/business-zone';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { MAX_PROMO_NOTE_LENGTH, promoSchema } from '@/domain/pricing/promo-change.schema';
import { MAX_PROMO_CODE_LENGTH, MAX_TEST_CODE_DAYS, TEST_CODE_DAYS } from '@/domain/pricing/promos';
import { type Promo, PromoDialog } from './promo-dialog';

/** Lists and creates test codes. Orders placed with one are never charged. */
export function PromosPanel() {
  const promos = trpc.admin.promoCodes.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Panel
      tight
      icon="tag"
      title="Test codes"
      subtitle="For testing only. An order placed with a test code is never charged and isn’t counted in reports."
    >
      <AddPromo />
      {promos.data ? (
        promos.data.length === 0 ? (
          <EmptyState icon="tag" title="No test codes" className="!py-4" />
        ) : (
          <ul className="mt-3 flex flex-col divide-y divide-edge/70 border-t border-edge/70">
            {promos.data.map((promo) => (
              <PromoLine key={promo.code} promo={promo} />
            ))}
          </ul>
        )
      ) : promos.isError ? (
        <ErrorState title="We couldn’t load the test codes" onRetry={() => promos.refetch()} />
      ) : (
        <SkeletonList label="Loading test codes" className="mt-3" rowClassName="h-10" />
      )}
    </Panel>
  );
}

const daysText = (days: number) => (days === 1 ? '1 day' : `${days} days`);

function AddPromo() {
  const utils = trpc.useUtils();
  const adding = trpc.admin.addPromoCode.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const form = useZodForm(promoSchema, {
    defaultValues: { code: '', note: '', days: TEST_CODE_DAYS },
    send: async (typed) => {
      const yes = await confirm({
        danger: true,
        title: `Create test code ${typed.code}?`,
        description: `Every order placed with it in the next ${daysText(typed.days ?? TEST_CODE_DAYS)} is free. This isn’t a discount. We never charge these orders.`,
        confirmLabel: 'Create Test Code',
        cancelLabel: 'Keep Editing',
      });
      if (!yes) return;
      try {
        const { code } = await adding.mutateAsync(typed);
        form.reset();
        toastSuccess(
          'Test Code Created',
          `${code} works for ${daysText(typed.days ?? TEST_CODE_DAYS)}.`,
        );
      } finally {
        await utils.admin.promoCodes.invalidate();
      }
    },
  });
  const { register, errors } = form;
  return (
    <Form form={form} className="flex flex-wrap items-start gap-2">
      <Field
        label="New Test Code"
        error={errors.code?.message}
        className="min-w-[min(100%,8rem)] flex-1"
      >
        <TextInput
          {...register('code')}
          maxLength={MAX_PROMO_CODE_LENGTH}
          autoComplete="off"
          verbatim
          autoCapitalize="characters"
          className="uppercase"
        />
      </Field>
      <Field
        label="Note"
        optional
        error={errors.note?.message}
        className="min-w-[min(100%,10rem)] flex-2"
      >
        <TextInput {...register('note')} maxLength={MAX_PROMO_NOTE_LENGTH} />
      </Field>
      <Field label="Valid For" error={errors.days?.message} className="min-w-[min(100%,8rem)]">
        <Select
          {...register('days', { setValueAs: Number })}
          options={[1, TEST_CODE_DAYS, MAX_TEST_CODE_DAYS].map((days) => ({
            value: String(days),
            label: daysText(days),
          }))}
        />
      </Field>
      <Button
        type="submit"
        variant="quiet"
        className="max-sm:basis-full sm:mt-7.5"
        busy={form.formState.isSubmitting}
      >
        Create
      </Button>
      {confirmDialog}
      <LeaveGuard
        when={form.formState.isDirty}
        description="You haven’t created the test code yet."
      />
    </Form>
  );
}

function PromoLine({ promo }: { promo: Promo }) {
  const utils = trpc.useUtils();
  const editing = trpc.admin.editPromoCode.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const { code, works, expiresAt } = promo;
  const { formatInstant } = useInstants();
  const [isOpen, setIsOpen] = useState(false);
  const toggle = async () => {
    if (works) {
      const yes = await confirm({
        danger: true,
        title: `Deactivate ${code}?`,
        description:
          'Customers won’t be able to use it. Orders already placed with it won’t change.',
        confirmLabel: 'Deactivate Code',
        cancelLabel: 'Keep Code',
      });
      if (!yes) return;
    }
    try {
      await editing.mutateAsync({ code, isActive: !works });
      toastSuccess(works ? 'Test Code Deactivated' : 'Test Code Reactivated');
    } catch (error) {
      toastError('Test Code Not Changed', problemOf(error).message);
    }
    await utils.admin.promoCodes.invalidate();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-1 py-2">
      <div className="min-w-[min(100%,8rem)] flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="tabular font-semibold">{code}</span>
          <Badge tone={works ? 'green' : 'grey'}>{works ? 'Active' : 'Inactive'}</Badge>
        </p>
        {works && expiresAt !== null ? (
          <p className="text-sm text-muted">Until {formatInstant(expiresAt)}</p>
        ) : null}
        {promo.note ? <p className="text-sm text-muted">{promo.note}</p> : null}
      </div>
      <Button size="sm" variant="ghost" aria-label={`Edit ${code}`} onClick={() => setIsOpen(true)}>
        Edit
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`${works ? 'Deactivate' : 'Reactivate'} ${code}`}
        className={works ? 'text-error' : undefined}
        busy={editing.isPending}
        onClick={toggle}
      >
        {works ? 'Deactivate' : 'Reactivate'}
      </Button>
      {isOpen ? <PromoDialog promo={promo} onClose={() => setIsOpen(false)} /> : null}
      {confirmDialog}
    </li>
  );
}
