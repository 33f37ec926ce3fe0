import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PriceLines } from '@/client/appointment/price-lines';
import { classNames } from '@/client/components/class-names';
import { Skeleton } from '@/client/components/feedback/states';
import { FieldError } from '@/client/components/form/field';
import { Money } from '@/client/components/money';
import { type Inputs, trpc } from '@/client/lib/trpc';
import { pricePreviewSchema } from '@/domain/appointment/edit.schema';
import { formatDollars } from '@/domain/money';
import type { Appointment } from './appointment';

/** A call for each rest of the typing, not for each key. */
const REST_MS = 250;

type PricePreviewProps = {
  typed: Inputs['admin']['previewPrice'];
  /** As it was when the dialog was opened. */
  appointment: Appointment;
};

/** What the order would cost, by the server's own price function. */
export function PricePreview({ typed, appointment }: PricePreviewProps) {
  const settled = useRested(typed);
  const read = pricePreviewSchema.safeParse(settled);
  const valid = read.success;
  const preview = trpc.admin.previewPrice.useQuery(settled, {
    enabled: valid,
    placeholderData: keepPreviousData,
    // The same numbers can have another price: the appointment may have changed since.
    staleTime: 0,
    gcTime: 0,
  });
  const price = valid ? preview.data : undefined;
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
          order={
            price ? { ...appointment, ...read.data, unitPriceCents: price.unitPriceCents } : null
          }
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

/** The value once it has not changed for a moment; compared by its text. */
function useRested<T extends object>(value: T): T {
  const text = JSON.stringify(value);
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(rested) as T;
}
