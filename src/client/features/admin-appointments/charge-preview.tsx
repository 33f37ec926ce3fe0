import { DefinitionList } from '@/client/components/definition-list';
import { Money } from '@/client/components/money';
import { formatDollars, formatGallons, parseGallons } from '@/domain/money';
import { quote } from '@/domain/pricing/quote';
import type { Appointment } from './appointment';

type ChargePreviewProps = {
  appointment: Appointment;
  typed: { actualGallons?: string | number; smallIceBags?: number; largeIceBags?: number };
};

/** The total that completing will charge, by the rule the server charges with. */
export function ChargePreview({ appointment, typed }: ChargePreviewProps) {
  const gallons = parseGallons(typed.actualGallons ?? '');
  const price =
    gallons === null
      ? null
      : quote({
          gallons,
          unitPriceCents: appointment.unitPriceCents,
          smallIceBags: typed.smallIceBags ?? 0,
          largeIceBags: typed.largeIceBags ?? 0,
          testMode: appointment.testMode,
        });
  const unit = formatDollars(appointment.unitPriceCents);
  const amount = (cents: number | undefined) => (cents === undefined ? '—' : formatDollars(cents));
  return (
    <section aria-label="Total to charge" className="rounded-field bg-base-200 p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="text-base">{chargeTitle(appointment)}</h3>
        <Money size="xl" live className="!text-3xl">
          {amount(price?.totalCents)}
        </Money>
      </div>
      <DefinitionList
        className="mt-3 text-[0.95rem]"
        items={[
          {
            key: 'fuel',
            term:
              gallons === null
                ? `Fuel at ${unit} per gallon`
                : `Fuel, ${formatGallons(gallons)} gal at ${unit}`,
            value: amount(price?.fuelCents),
          },
          { term: 'Ice', value: amount(price?.iceCents) },
          { term: 'Delivery fee', value: amount(price?.deliveryCents) },
        ]}
      />
      {appointment.testMode || appointment.cardSaved ? null : (
        <p className="mt-3 font-medium text-error">
          No card is saved: the delivery is recorded, and the amount stays to be paid.
        </p>
      )}
    </section>
  );
}

function chargeTitle({ testMode, cardSaved, cardLast4 }: Appointment): string {
  if (testMode) return 'Total (test booking, nothing is charged)';
  if (!cardSaved) return 'Total to be paid';
  return cardLast4 ? `Charged to card •••• ${cardLast4}` : 'Charged to the saved card';
}
