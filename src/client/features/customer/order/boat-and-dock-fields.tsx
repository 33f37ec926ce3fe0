import { useFormContext } from 'react-hook-form';
import { slipText } from '@/client/appointment/slip-text';
import { Callout } from '@/client/components/callout';
import { RadioCards } from '@/client/components/radio-cards';
import type { TypedOrderForm } from '@/domain/appointment/book.schema';
import { beyondAreaText } from '@/domain/route/service-area';
import { ofBoat, ofDock } from './first-choice';
import type { OrderFormValues } from './order-values';
import type { BoatsAndDocks } from './use-boats-and-docks';

/** The value of the card that stands for none: a radio button has no null. */
const NONE = '';

type ChoiceProps = { account: BoatsAndDocks };

/** The boats of the account, one tap each. */
export function BoatChoice({ account: { boats, boat } }: ChoiceProps) {
  const fill = useFill();
  const { watch } = useFormContext<TypedOrderForm>();
  return (
    <RadioCards
      legend="Boat"
      name="boatId"
      dense
      columns={2}
      value={watch('boatId') ?? NONE}
      onValueChange={(id) => fill(ofBoat(boats.find((one) => one.id === id) ?? null))}
      options={[
        ...boats.map(({ id, name, type }) => ({ value: id, label: name, description: type })),
        { value: NONE, label: 'Another boat' },
      ]}
      hint={boat?.fuelNever ? `Never gets ${boat.fuelNever} fuel.` : undefined}
    />
  );
}

/** The docks of the account, one tap each; one beyond the service area says so (D64). */
export function DockChoice({ account: { docks, dock } }: ChoiceProps) {
  const fill = useFill();
  const { watch } = useFormContext<TypedOrderForm>();
  const beyond = dock && beyondAreaText(dock);
  return (
    <>
      <RadioCards
        legend="Dock"
        name="dockId"
        dense
        columns={2}
        value={watch('dockId') ?? NONE}
        onValueChange={(id) => fill(ofDock(docks.find((one) => one.id === id) ?? null))}
        options={[
          ...docks.map(({ id, label, slip }) => ({
            ...{ value: id, label, description: slipText(slip) },
          })),
          { value: NONE, label: 'Another place' },
        ]}
      />
      {beyond ? (
        <Callout tone="warn" className="mt-2" live>
          {beyond}. You can book, and we tell you whether we can come.
        </Callout>
      ) : null}
    </>
  );
}

/** Puts values into the form as typing does, so that the draft keeps them. */
function useFill() {
  const { setValue, formState } = useFormContext<TypedOrderForm>();
  return (values: Partial<OrderFormValues>) => {
    for (const [name, value] of Object.entries(values)) {
      setValue(name as keyof OrderFormValues, value, {
        shouldDirty: true,
        shouldValidate: formState.isSubmitted,
      });
    }
  };
}
