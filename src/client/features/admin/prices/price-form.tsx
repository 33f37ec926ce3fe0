import { useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { priceFact } from '@/client/appointment/price-fact';
import { usePrices } from '@/client/appointment/use-prices';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { NumberInput } from '@/client/components/form/number-input';
import {
  type ConflictFacts,
  nextValues,
  useEditConflict,
  useFollowing,
} from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import type { FieldValue } from '@/domain/edit-conflict';
import { formatDollars, toDollars } from '@/domain/money';
import { isBigChange, type MarketPrices, withService } from '@/domain/pricing/fuel';
import { manualPricesSchema, PRICE_MESSAGES } from '@/domain/pricing/market-prices.schema';
import { parseUnitPrice } from '@/domain/pricing/unit-price';
import { toastPricesFailed } from './toast-prices-failed';

type TypedPrices = z.input<typeof manualPricesSchema>;

/** Sets both market prices. They apply immediately to new bookings. */
export function PriceForm({ current }: { current: MarketPrices | null }) {
  const utils = trpc.useUtils();
  const saving = trpc.admin.setFuelPrices.useMutation();
  const { confirm, confirmDialog } = useConfirm();

  /** Asks about a large change. @returns true if it's confirmed or small */
  const isMeant = async (next: MarketPrices) => {
    if (!current || !isBigChange(next, current)) return true;
    return confirm({
      title: 'Update prices by this much?',
      description: `Regular changes from ${formatDollars(current.regularCents)} to ${formatDollars(next.regularCents)}, and Premium from ${formatDollars(current.premiumCents)} to ${formatDollars(next.premiumCents)}.`,
      confirmLabel: 'Update Prices',
      cancelLabel: 'Keep Prices',
    });
  };

  const conflict = useEditConflict(readOf(current), nextValues);
  const form = useZodForm(manualPricesSchema, {
    defaultValues: { regular: '', premium: '' },
    onInvalid: (errors) => {
      const messages = [errors.regular?.message, errors.premium?.message];
      const isBlank = messages.includes(PRICE_MESSAGES.both);
      toastError('Invalid Input', isBlank ? PRICE_MESSAGES.both : PRICE_MESSAGES.amount);
    },
    send: async (typed) => {
      if (!(await isMeant(manualPricesSchema.parse(typed)))) return;
      try {
        const prices = await saving.mutateAsync({ ...typed, read: conflict.read() });
        utils.pricing.current.setData(undefined, prices);
        form.reset();
        conflict.follow(readOf(prices.market));
        toastSuccess(
          'Prices Updated',
          `Regular ${formatDollars(prices.market.regularCents)}, Premium ${formatDollars(prices.market.premiumCents)}.`,
        );
      } finally {
        await utils.admin.priceHistory.invalidate();
      }
    },
    conflict,
    onFailed: (_problem, _field, error) => toastPricesFailed(error),
  });
  useFollowing(conflict, readOf(current), form.formState.isDirty);

  return (
    <Form form={form}>
      <EditConflictPanel conflict={conflict} facts={PRICE_FACTS} />
      <div className="grid grid-cols-2 gap-3">
        <PriceField name="regular" label="Regular Octane" placeholder="2.89" />
        <PriceField name="premium" label="Premium Octane" placeholder="3.29" />
      </div>
      <ul className="list-disc ps-5 text-sm text-muted marker:text-edge">
        <li>Prices are shown to customers during booking.</li>
        <li>They are used to calculate totals including taxes.</li>
        <li>Changes take effect immediately.</li>
      </ul>
      <Button type="submit" variant="main" busy={form.formState.isSubmitting} busyText="Updating…">
        Update Prices
      </Button>
      {confirmDialog}
      <LeaveGuard when={form.formState.isDirty} description="You haven’t saved the new prices." />
    </Form>
  );
}

const PRICE_FACTS: ConflictFacts = {
  regular: priceFact('Regular'),
  premium: priceFact('Premium'),
};

/** @returns the prices on the page in dollars; empty until they're loaded */
function readOf(prices: MarketPrices | null): Record<string, FieldValue> {
  if (!prices) return {};
  return { regular: toDollars(prices.regularCents), premium: toDollars(prices.premiumCents) };
}

type PriceFieldProps = { name: 'regular' | 'premium'; label: string; placeholder: string };

function PriceField({ name, label, placeholder }: PriceFieldProps) {
  const { control, formState } = useFormContext<TypedPrices>();
  const cents = parseUnitPrice(useWatch({ control, name }));
  const { data } = usePrices();
  const error = formState.errors[name]?.message;
  return (
    <Field
      label={label}
      error={error && (error === PRICE_MESSAGES.both ? MISSING : OUT_OF_RANGE)}
      hint={
        cents === null || !data
          ? '$/gallon, market price'
          : `${formatDollars(withService(cents, data.list.serviceChargeCents))} with service`
      }
    >
      <NumberInput name={name} decimal step={0.01} before="$" placeholder={placeholder} />
    </Field>
  );
}

const MISSING = 'Enter a price.';
const OUT_OF_RANGE = 'Enter a price from 0 to 100, such as 3.10.';
