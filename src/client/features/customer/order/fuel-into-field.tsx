import { type ReactNode, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { RadioCards } from '@/client/components/form/radio-cards';
import { useFill } from '@/client/components/form/use-fill';
import type { TypedOrderForm } from '@/domain/appointment/book.schema';
import type { CanType } from '@/domain/order/options';
import { EMPTY_CHOICES } from './order-values';
import type { CansQuestion } from './use-cans-question';

/** Asks where the fuel goes, and for cans, whose they are. */
export function FuelIntoField({ cans }: { cans: CansQuestion }) {
  const { watch, formState } = useFormContext<TypedOrderForm>();
  const canType = watch('canType') ?? EMPTY_CHOICES.canType;
  // If someone selects the boat and then cans again, the same cans are selected as before.
  const lastCans = useRef<CanType>(EMPTY_CHOICES.canType);
  if (canType !== 'boat') lastCans.current = canType;
  const fill = useFill<TypedOrderForm>();
  const choose = (next: CanType) => {
    fill({ canType: next });
    cans.keep();
  };
  return (
    <div className="flex flex-col gap-3">
      <RadioCards
        legend="Where Does the Fuel Go?"
        dense
        columns={2}
        value={canType === 'boat' ? 'boat' : 'cans'}
        onValueChange={(into) => choose(into === 'boat' ? 'boat' : lastCans.current)}
        options={[
          { value: 'boat', label: 'Into My Boat', drawing: <BoatDrawing /> },
          { value: 'cans', label: 'Into Cans', drawing: <CanDrawing /> },
        ]}
        error={formState.errors.canType?.message}
      />
      {canType === 'boat' ? null : (
        <RadioCards
          legend="Whose Cans?"
          dense
          columns={2}
          value={canType === 'service' ? 'service' : 'cans'}
          onValueChange={(whose) => choose(whose === 'service' ? 'service' : 'cans')}
          options={[
            { value: 'cans', label: 'Yours', description: 'They’re at the dock' },
            { value: 'service', label: 'Ours', description: 'The driver brings them' },
          ]}
        />
      )}
      {cans.isOpen() ? (
        <Callout tone="warn" live title="Boat or cans?">
          {cans.reason()} Should the fuel go into the boat?
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" variant="primary" onClick={() => choose('boat')}>
              Into My Boat
            </Button>
            <Button size="sm" variant="quiet" onClick={cans.keep}>
              Keep Cans
            </Button>
          </div>
        </Callout>
      ) : null}
    </div>
  );
}

function BoatDrawing() {
  return (
    <Drawing>
      <path d="M8 26h48l-6 12H15z" className="fill-primary/15" />
      <path d="M18 26v-9h17l7 9M30 17v-5" />
      <path d="M4 43q7-5 14 0t14 0 14 0 14 0" />
      <path d="M52 26v-8c0-5 8-5 8 0v3" className="stroke-accent" />
    </Drawing>
  );
}

function CanDrawing() {
  return (
    <Drawing>
      <rect x={15} y={18} width={32} height={26} rx={3} className="fill-primary/15" />
      <path d="M20 18v-6h14v6M40 18l8-8 5 3M21 24l20 14M41 24 21 38" />
    </Drawing>
  );
}

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 64 48"
      width={64}
      height={48}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="mx-auto mb-1 text-primary"
    >
      {children}
    </svg>
  );
}
