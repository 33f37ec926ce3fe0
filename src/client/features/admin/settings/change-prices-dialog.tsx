import { useState } from 'react';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { DateInput } from '@/client/components/form/date-input';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { RadioCards } from '@/client/components/form/radio-cards';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatDollars, parseDollars } from '@/domain/money';
import { isBigChange, type MarketPrices } from '@/domain/pricing/fuel';
import {
  marketOn,
  OWN_PRICES,
  type OwnPrice,
  type OwnPrices,
  PRICE_FACTS,
  pricesNow,
  pricesOn,
  SAMPLE_ORDERS,
  sampleText,
} from '@/domain/pricing/price-book';
import { priceChangeSchema } from '@/domain/pricing/price-change.schema';
import { parseUnitPrice } from '@/domain/pricing/unit-price';
import type { LocalMoment } from '@/domain/time';
import { givenNameOf } from '@/domain/units';

type PriceBook = Outputs['admin']['ownPrices'];

type FieldName =
  | 'serviceCharge'
  | 'fuelFee'
  | 'iceFee'
  | 'bothFee'
  | 'smallBag'
  | 'largeBag'
  | 'minimumOrder'
  | 'mostGallons'
  | 'mostBags';

const fieldOf = (name: OwnPrice) => givenNameOf(name) as FieldName;

const BLANK = Object.fromEntries(OWN_PRICES.map((name) => [fieldOf(name), ''])) as Record<
  FieldName,
  string
>;

type ChangePricesDialogProps = {
  book: PriceBook;
  /** Reads the prices again after someone else changed them. */
  readAgain: () => Promise<PriceBook | undefined>;
  onClose: () => void;
};

/** Changes prices now or from a date and time on, with a preview. */
export function ChangePricesDialog({ book, readAgain, onClose }: ChangePricesDialogProps) {
  const utils = trpc.useUtils();
  const changing = trpc.admin.changePrices.useMutation();
  const [isLater, setIsLater] = useState(false);
  const { confirm, confirmDialog } = useConfirm();
  const form = useZodForm(priceChangeSchema, {
    defaultValues: {
      ...BLANK,
      regular: '',
      premium: '',
      date: null,
      time: null,
      readEntry: book.newestEntry,
    },
    send: async (typed) => {
      if (isLater && !(await isMeant(marketTyped(typed)))) return;
      const saved = await changing.mutateAsync(typed);
      utils.admin.ownPrices.setData(undefined, saved);
      void utils.pricing.current.invalidate();
      toastSuccess(
        isLater ? 'Price Change Planned' : 'Prices Changed',
        isLater
          ? 'You can cancel it until it takes effect.'
          : 'They apply to new orders from now on.',
      );
      onClose();
    },
    onFailed: async (problem, field) => {
      if (field) return;
      form.setError('root', { message: problem.message });
      if (problem.reason !== 'changed_meanwhile') return;
      // The list behind the dialog now shows the other change, so saving again is deliberate.
      const fresh = await readAgain();
      if (fresh) form.setValue('readEntry', fresh.newestEntry);
    },
  });
  /** Asks about a large change of market prices. @returns true if it's confirmed or small */
  const isMeant = async (next: MarketPrices | null) =>
    !next ||
    !isBigChange(next, book.market) ||
    (await confirm({
      title: 'Plan a price change this large?',
      description: `Regular changes from ${formatDollars(book.market.regularCents)} to ${formatDollars(next.regularCents)}, and Premium from ${formatDollars(book.market.premiumCents)} to ${formatDollars(next.premiumCents)}.`,
      confirmLabel: 'Plan Prices',
      cancelLabel: 'Keep Editing',
    }));
  const { errors, register, watch } = form;
  const typed = watch();
  const chooseWhen = (when: string) => {
    setIsLater(when === 'later');
    form.clearErrors(['date', 'time']);
    form.setValue('date', when === 'later' ? '' : null);
    form.setValue('time', when === 'later' ? '06:00' : null);
    for (const name of ['regular', 'premium'] as const) form.setValue(name, '');
  };
  return (
    <FormDialog
      form={form}
      size="md"
      title="Change prices"
      description="Leave a price blank to keep it. Booked orders keep their prices."
      submitLabel={isLater ? 'Plan Change' : 'Change Now'}
      busyText="Saving…"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {OWN_PRICES.map((name, index) => (
          <Field
            key={name}
            label={PRICE_FACTS[name].label}
            hint={`Now ${PRICE_FACTS[name].text(book.prices[name])} (${PRICE_FACTS[name].per})`}
            error={errors[fieldOf(name)]?.message}
          >
            <NumberInput
              name={fieldOf(name)}
              {...(PRICE_FACTS[name].unit === 'dollars' && { decimal: true, before: '$' })}
              data-autofocus={index === 0 || undefined}
            />
          </Field>
        ))}
      </div>
      <RadioCards
        legend="Applies"
        dense
        columns={2}
        value={isLater ? 'later' : 'now'}
        onValueChange={chooseWhen}
        options={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'From a Date' },
        ]}
      />
      {isLater ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Date" error={errors.date?.message} required>
            <DateInput
              value={typed.date ?? ''}
              onDate={(date) => form.setValue('date', date, { shouldDirty: true })}
            />
          </Field>
          <Field
            label="Time"
            hint="In the business’s time zone."
            error={errors.time?.message}
            required
          >
            <TextInput {...register('time')} type="time" />
          </Field>
          <Field
            label="Regular Market Price"
            optional
            hint={`Now ${formatDollars(book.market.regularCents)} (without service)`}
            error={errors.regular?.message}
          >
            <NumberInput name="regular" decimal before="$" after="/gal" />
          </Field>
          <Field
            label="Premium Market Price"
            optional
            hint={`Now ${formatDollars(book.market.premiumCents)} (without service)`}
            error={errors.premium?.message}
          >
            <NumberInput name="premium" decimal before="$" after="/gal" />
          </Field>
          <p className="text-sm text-muted sm:col-span-2">
            From that time on, these prices replace the feed’s until you revert to the feed.
          </p>
        </div>
      ) : null}
      <Preview
        book={book}
        next={pricesTyped(typed)}
        nextMarket={isLater ? marketTyped(typed) : null}
        at={momentTyped(typed)}
      />
      {confirmDialog}
    </FormDialog>
  );
}

/** Returns the typed prices, without blank and wrong ones. Limits don't change a price. */
function pricesTyped(typed: Partial<Record<FieldName, unknown>>): Partial<OwnPrices> {
  return Object.fromEntries(
    OWN_PRICES.flatMap((name) => {
      const value = typed[fieldOf(name)];
      const { unit, most } = PRICE_FACTS[name];
      const isTyped = unit === 'dollars' && typeof value === 'string';
      const amount = isTyped ? parseDollars(value) : null;
      return amount === null || amount > most ? [] : [[name, amount]];
    }),
  );
}

/** Returns the typed market prices, or null unless both are right. */
function marketTyped({ regular, premium }: { regular?: unknown; premium?: unknown }) {
  const [regularCents, premiumCents] = [regular, premium].map((typed) =>
    typeof typed === 'string' ? parseUnitPrice(typed) : null,
  );
  return regularCents && premiumCents ? { regularCents, premiumCents } : null;
}

/** Returns the typed date and time, or null for a change that applies now. */
function momentTyped({ date, time }: { date?: unknown; time?: unknown }): LocalMoment | null {
  if (typeof date !== 'string' || date === '' || typeof time !== 'string') return null;
  return { date, minutes: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) };
}

type PreviewProps = {
  book: PriceBook;
  next: Partial<OwnPrices>;
  nextMarket: MarketPrices | null;
  at: LocalMoment | null;
};

/** Shows the prices of sample orders before and after the change, at the time it applies. */
function Preview({ book, next, nextMarket, at }: PreviewProps) {
  const prices = at ? pricesOn(book, at) : book.prices;
  const market = at ? marketOn(book, at) : book.market;
  const before = pricesNow(market, prices);
  const after = pricesNow(nextMarket ?? market, { ...prices, ...next });
  return (
    <section aria-label="Preview" className="rounded-field bg-base-200 px-4 py-3">
      <p className="font-semibold">
        Sample orders at {market === book.market && !nextMarket ? 'today’s' : 'the planned'} market
        price
      </p>
      <div role="status">
        <ul className="tabular mt-1 flex flex-col gap-0.5">
          {SAMPLE_ORDERS.map((order) => {
            const text = sampleText(order, before, after);
            return <li key={text}>{text}</li>;
          })}
        </ul>
      </div>
    </section>
  );
}
