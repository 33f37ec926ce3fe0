import { type FormEvent, useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { Field } from '@/client/components/field';
import { TextInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { trpc } from '@/client/lib/trpc';
import { formatDollars, parseDollars } from '@/domain/money';
import type { MarketPrices } from '@/domain/pricing/fuel';
import { manualPricesSchema, PRICE_SENTENCES } from '@/domain/pricing/schemas';
import { sayPricesFailed } from './say-prices-failed';

const BLANK = { regular: '', premium: '' };
/** A change larger than this is more often a slip than a market. */
const BIG_CHANGE = 0.3;

/** Both market prices; they hold at once for bookings made from now on. */
export function PriceForm({ current }: { current: MarketPrices | null }) {
  const utils = trpc.useUtils();
  const saving = trpc.admin.setFuelPrices.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const [typed, setTyped] = useState(BLANK);
  const [refused, setRefused] = useState<Partial<typeof BLANK>>({});

  const type = (name: keyof typeof BLANK) => (value: string) => {
    setTyped((now) => ({ ...now, [name]: value }));
    setRefused((now) => ({ ...now, [name]: undefined }));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = manualPricesSchema.safeParse(typed);
    if (!read.success) {
      const isBlank = Object.values(typed).some((value) => value.trim() === '');
      const message = isBlank ? PRICE_SENTENCES.both : PRICE_SENTENCES.amount;
      toast({ variant: 'destructive', title: 'Invalid Input', description: message });
      const fields = read.error.issues.map((issue) => String(issue.path[0]));
      setRefused(Object.fromEntries(fields.map((name) => [name, fieldText(isBlank)])));
      form.querySelector<HTMLInputElement>(`[name="${fields[0]}"]`)?.focus();
      return;
    }
    if (current && isBigChange(read.data, current)) {
      const yes = await confirm({
        title: 'Is this price right?',
        description: `Regular ${formatDollars(current.regularCents)} becomes ${formatDollars(read.data.regular)}, Premium ${formatDollars(current.premiumCents)} becomes ${formatDollars(read.data.premium)}.`,
        confirmLabel: 'Update Prices',
      });
      if (!yes) return;
    }
    try {
      const prices = await saving.mutateAsync(typed);
      utils.pricing.current.setData(undefined, prices);
      setTyped(BLANK);
      toast({
        variant: 'success',
        title: 'Prices Updated',
        description: `Regular ${formatDollars(prices.market.regularCents)}, Premium ${formatDollars(prices.market.premiumCents)}.`,
      });
    } catch (error) {
      sayPricesFailed(error);
    }
    await utils.admin.priceHistory.invalidate();
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3">
        <PriceField
          label="Regular Octane"
          name="regular"
          placeholder="2.89"
          value={typed.regular}
          error={refused.regular}
          onType={type('regular')}
        />
        <PriceField
          label="Premium Octane"
          name="premium"
          placeholder="3.29"
          value={typed.premium}
          error={refused.premium}
          onType={type('premium')}
        />
      </div>
      <ul className="list-disc ps-5 text-sm text-muted marker:text-edge">
        <li>Prices are shown to customers during booking.</li>
        <li>They are used to calculate totals including taxes.</li>
        <li>Changes take effect immediately.</li>
      </ul>
      <Button type="submit" variant="main" busy={saving.isPending} busyText="Updating…">
        Update Prices
      </Button>
      {confirmDialog}
    </form>
  );
}

type PriceFieldProps = {
  label: string;
  name: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  onType: (value: string) => void;
};

function PriceField({ label, name, placeholder, value, error, onType }: PriceFieldProps) {
  const cents = parseDollars(value);
  return (
    <Field
      label={label}
      error={error}
      hint={
        value !== '' && cents !== null
          ? `${formatDollars(cents + 100)} with the service`
          : '$/gallon, market price'
      }
    >
      <TextInput
        type="number"
        inputMode="decimal"
        step="0.01"
        min="0"
        before="$"
        className="tabular"
        autoComplete="off"
        name={name}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </Field>
  );
}

const fieldText = (isBlank: boolean) =>
  isBlank ? 'Please enter a price.' : 'From 0 to 100, such as 3.10.';

function isBigChange(next: { regular: number; premium: number }, now: MarketPrices): boolean {
  const moves = (from: number, to: number) => Math.abs(to - from) > from * BIG_CHANGE;
  return moves(now.regularCents, next.regular) || moves(now.premiumCents, next.premium);
}
