import { useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { Field } from '@/client/components/field';
import { Form } from '@/client/components/form';
import { LeaveGuard } from '@/client/components/leave-guard';
import { Panel } from '@/client/components/panel';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/states';
import { TextInput } from '@/client/components/text-input';
import { toastError, toastSuccess } from '@/client/components/toast-store';
import { useZodForm } from '@/client/components/use-zod-form';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { MAX_PROMO_CODE_LENGTH } from '@/domain/pricing/promos';
import { MAX_PROMO_NOTE_LENGTH, promoSchema } from '@/domain/pricing/promos.schema';
import { type Promo, PromoDialog } from './promo-dialog';

/** Codes that make an appointment a test, which is never charged (D28). */
export function PromosPanel() {
  const promos = trpc.admin.promoCodes.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Panel
      tight
      icon="tag"
      title="Promo codes"
      subtitle="A booking made with one is a test: never charged, and in no figure."
    >
      <AddPromo />
      {promos.data ? (
        promos.data.length === 0 ? (
          <EmptyState icon="tag" title="No promo codes" className="!py-4" />
        ) : (
          <ul className="mt-3 flex flex-col divide-y divide-edge/70 border-t border-edge/70">
            {promos.data.map((promo) => (
              <PromoLine key={promo.code} promo={promo} />
            ))}
          </ul>
        )
      ) : promos.isError ? (
        <ErrorState title="The promo codes could not be loaded" onRetry={() => promos.refetch()} />
      ) : (
        <SkeletonList label="Loading promo codes" className="mt-3" rowClassName="h-10" />
      )}
    </Panel>
  );
}

function AddPromo() {
  const utils = trpc.useUtils();
  const adding = trpc.admin.addPromoCode.useMutation();
  const form = useZodForm(promoSchema, {
    defaultValues: { code: '', note: '' },
    send: async (typed) => {
      try {
        const { code } = await adding.mutateAsync(typed);
        form.reset();
        toastSuccess(`Promo code ${code} works now`);
      } finally {
        await utils.admin.promoCodes.invalidate();
      }
    },
  });
  const { register, errors } = form;
  return (
    <Form form={form} className="flex flex-wrap items-start gap-2">
      <Field
        label="New code"
        error={errors.code?.message}
        className="min-w-[min(100%,8rem)] flex-1"
      >
        <TextInput
          {...register('code')}
          maxLength={MAX_PROMO_CODE_LENGTH}
          autoComplete="off"
          spellCheck={false}
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
      <Button
        type="submit"
        variant="quiet"
        className="max-sm:basis-full sm:mt-7.5"
        busy={form.formState.isSubmitting}
      >
        Add
      </Button>
      <LeaveGuard
        when={form.formState.isDirty}
        description="The promo code you typed is not saved yet."
      />
    </Form>
  );
}

function PromoLine({ promo }: { promo: Promo }) {
  const utils = trpc.useUtils();
  const editing = trpc.admin.editPromoCode.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const { code, isActive } = promo;
  const [isOpen, setIsOpen] = useState(false);
  const toggle = async () => {
    if (isActive) {
      const yes = await confirm({
        danger: true,
        title: `Retire ${code}?`,
        description: 'Customers can no longer use it. Bookings made with it stay as they are.',
        confirmLabel: 'Retire code',
      });
      if (!yes) return;
    }
    try {
      await editing.mutateAsync({ code, isActive: !isActive });
      toastSuccess(`${code} ${isActive ? 'is retired' : 'works again'}`);
    } catch (error) {
      toastError('The code was not changed', problemOf(error).message);
    }
    await utils.admin.promoCodes.invalidate();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-1 py-2">
      <div className="min-w-[min(100%,8rem)] flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="tabular font-semibold">{code}</span>
          <Badge tone={isActive ? 'green' : 'grey'}>{isActive ? 'Works' : 'Retired'}</Badge>
        </p>
        {promo.note ? <p className="text-sm text-muted">{promo.note}</p> : null}
      </div>
      <Button size="sm" variant="ghost" aria-label={`Edit ${code}`} onClick={() => setIsOpen(true)}>
        Edit
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`${isActive ? 'Retire' : 'Use again'} ${code}`}
        className={isActive ? 'text-error' : undefined}
        busy={editing.isPending}
        onClick={toggle}
      >
        {isActive ? 'Retire' : 'Use again'}
      </Button>
      {isOpen ? <PromoDialog promo={promo} onClose={() => setIsOpen(false)} /> : null}
      {confirmDialog}
    </li>
  );
}
