import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { DateInput } from '@/client/components/form/date-input';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { Select } from '@/client/components/form/select';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatLongDate, isCalendarDate } from '@/domain/dates';
import { SAMPLE_ORDERS } from '@/domain/pricing/price-book';
import { PRODUCT_FACTS, PRODUCTS, type Product, rateText, type TaxRates } from '@/domain/tax/tax';
import { type TaxEntry, taxRatesOn, taxSteps, taxStepText } from '@/domain/tax/tax-book';
import { type RateChoice, taxChangeSchema } from '@/domain/tax/tax-change.schema';
import { taxSampleText } from '@/domain/tax/tax-preview';

type TaxBook = Outputs['admin']['taxes'];

const CHOICES: Record<RateChoice, string> = {
  keep: 'No change',
  none: 'No tax',
  percent: 'Percent',
  gallon: 'Per gallon',
};

const BLANK = Object.fromEntries(
  PRODUCTS.map((product) => [product, { kind: 'keep', amount: '' }]),
) as Record<Product, { kind: RateChoice; amount: string }>;

type ChangeTaxesDialogProps = {
  book: TaxBook;
  /** Reads the rates again after someone else changed them. */
  readAgain: () => Promise<TaxBook | undefined>;
  onClose: () => void;
};

/** Changes tax rates from a date on, with a preview and a confirmation. */
export function ChangeTaxesDialog({ book, readAgain, onClose }: ChangeTaxesDialogProps) {
  const utils = trpc.useUtils();
  const changing = trpc.admin.changeTaxes.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const form = useZodForm(taxChangeSchema, {
    defaultValues: { startsOn: book.today, rates: BLANK, readEntry: book.newestEntry },
    send: async (typed) => {
      const { before, rates } = effectOf(book, typed);
      const from = formatLongDate(typed.startsOn);
      const isMeant = await confirm({
        title: `Change taxes from ${from}?`,
        description: `${taxSteps(before, rates).map(taxStepText).join('. ') || 'No rate changes'}. Totals stay the same.`,
        confirmLabel: 'Change Taxes',
        cancelLabel: 'Keep Editing',
      });
      if (!isMeant) return;
      const saved = await changing.mutateAsync(typed);
      utils.admin.taxes.setData(undefined, saved);
      toastSuccess('Taxes Changed', `The new rates apply to deliveries from ${from}.`);
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
  const { errors, register, watch } = form;
  const typed = watch();
  return (
    <FormDialog
      form={form}
      size="md"
      title="Change taxes"
      description="Enter the rates that your prices include. Earlier sales keep their tax."
      submitLabel="Change Taxes"
      busyText="Saving…"
      onClose={onClose}
    >
      <Field
        label="Applies From"
        hint="The new rates apply to deliveries from this date."
        error={errors.startsOn?.message}
        required
        className="sm:max-w-64"
      >
        <DateInput
          value={String(typed.startsOn ?? '')}
          onDate={(date) => form.setValue('startsOn', date, { shouldDirty: true })}
        />
      </Field>
      {PRODUCTS.map((product) => {
        const { label, hint, kinds } = PRODUCT_FACTS[product];
        const kind = typed.rates?.[product]?.kind;
        const choices = (['keep', 'none', ...kinds] as const).map((value) => ({
          value,
          label: CHOICES[value],
        }));
        const problem = errors.rates?.[product];
        return (
          <div key={product} className="grid grid-cols-2 items-start gap-4">
            <Field
              label={label}
              hint={`Now ${rateText(book.rates[product])}. ${hint}`}
              error={problem?.kind?.message}
            >
              <Select {...register(`rates.${product}.kind`)} options={choices} />
            </Field>
            {kind === 'percent' || kind === 'gallon' ? (
              <Field
                label={kind === 'percent' ? `${label}, Percent` : `${label}, per Gallon`}
                hint={kind === 'percent' ? 'Such as 6 for 6%.' : 'Such as 0.524 for 52.4 cents.'}
                error={problem?.amount?.message}
              >
                <NumberInput
                  name={`rates.${product}.amount`}
                  decimal
                  {...(kind === 'percent' ? { after: '%' } : { before: '$', after: '/gal' })}
                />
              </Field>
            ) : null}
          </div>
        );
      })}
      <Preview book={book} typed={typed} />
      {confirmDialog}
    </FormDialog>
  );
}

/** Returns the rates on the chosen date without the change, and the rates that it sets. */
function effectOf(book: TaxBook, typed: unknown): { before: TaxRates; rates: TaxEntry['rates'] } {
  const { startsOn = book.today, ...rest } = (typed ?? {}) as { startsOn?: string };
  const date = isCalendarDate(startsOn) ? startsOn : book.today;
  const kept = book.changes.filter(({ state }) => state !== 'cancelled').map(({ entry }) => entry);
  // A partly typed rate counts as unchanged.
  const parsed = PRODUCTS.flatMap((product) => {
    const one = (rest as { rates?: Record<string, unknown> }).rates?.[product];
    const { data } = taxChangeSchema.safeParse({
      startsOn: date,
      rates: { [product]: one },
      readEntry: 0,
    });
    const rate = data?.rates[product];
    return rate === undefined ? [] : [[product, rate]];
  });
  return { before: taxRatesOn(kept, date), rates: Object.fromEntries(parsed) };
}

/** Shows the tax in sample orders before and after the change. */
function Preview({ book, typed }: { book: TaxBook; typed: unknown }) {
  const { before, rates } = effectOf(book, typed);
  const after = taxRatesOn(
    [
      { id: 1, startsOn: book.today, rates: before, cancels: null },
      { id: 2, startsOn: book.today, rates, cancels: null },
    ],
    book.today,
  );
  return (
    <section aria-label="Preview" className="rounded-field bg-base-200 px-4 py-3">
      <p className="font-semibold">Sample orders at today’s prices</p>
      <div role="status">
        <ul className="tabular mt-1 flex flex-col gap-0.5">
          {SAMPLE_ORDERS.map((order) => {
            const text = taxSampleText(order, book.prices, { before, after });
            return <li key={text}>{text}</li>;
          })}
        </ul>
      </div>
    </section>
  );
}
