import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PriceLines } from '@/client/appointment/price-lines';
import { classNames } from '@/client/components/class-names';
import { Skeleton } from '@/client/components/feedback/states';
import { FieldError } from '@/client/components/form/field';
import { Money } from '@/client/components/money';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';
import { pricePreviewSchema } from '@/domain/appointment/edit.schema';
import { formatDollars } from '@/domain/money';
import type { Appointment } from './appointment';

/** The pause in typing that we wait for, so that not every key causes a call. */
const PAUSE_MS = 250;

type PricePreviewProps = {
  typed: Inputs['admin']['previewPrice'];
  /** The appointment when the dialog was opened. */
  appointment: Appointment;
  /** Called with the price that's shown for the typed values, or with null until it's known. */
  onShown: (price: Shown | null) => void;
};
type Shown = Outputs['admin']['previewPrice'];

/** The new total, calculated by the server. */
export function PricePreview({ typed, appointment, onShown }: PricePreviewProps) {
  const settled = useSettled(typed);
  const parsed = pricePreviewSchema.safeParse(settled);
  const valid = parsed.success;
  const preview = trpc.admin.previewPrice.useQuery(settled, {
    enabled: valid,
    placeholderData: keepPreviousData,
    // If the appointment has changed, the same figures can have another price, so nothing is
    // cached.
    staleTime: 0,
    gcTime: 0,
  });
  const price = valid ? preview.data : undefined;
  const isShown = !preview.isFetching && JSON.stringify(settled) === JSON.stringify(typed);
  const shown = (isShown && price) || null;
  useEffect(() => onShown(shown), [shown, onShown]);
  return (
    <section aria-label="Price preview" className="col-span-full rounded-field bg-base-200 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-base">Price preview</h3>
        <Money
          size="xl"
          live
          className={classNames('!text-3xl', preview.isPlaceholderData && 'opacity-60')}
        >
          {price ? (
            formatDollars(price.totalCents)
          ) : preview.isLoading ? (
            <Skeleton className="h-9 w-28" />
          ) : (
            '—'
          )}
        </Money>
      </div>
      {valid && preview.isError ? (
        <FieldError>Error calculating price preview</FieldError>
      ) : (
        <PriceLines
          className="mt-3 text-[0.95rem]"
          quote={price ?? null}
          order={price ? { ...appointment, ...parsed.data, ...price } : null}
          testMode={appointment.testMode}
          after={[
            price?.isCustomPrice ? { term: 'Price per gallon', value: 'Custom' } : null,
            {
              term: 'Current total',
              value: formatDollars(price?.currentTotalCents ?? appointment.totalPriceCents),
            },
          ]}
        />
      )}
    </section>
  );
}

/** @returns the value after a pause without changes, compared by its JSON */
function useSettled<T extends object>(value: T): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as T;
}
