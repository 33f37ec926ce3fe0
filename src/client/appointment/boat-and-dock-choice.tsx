import type { ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import { RadioCards } from '@/client/components/form/radio-cards';
import { useFill } from '@/client/components/form/use-fill';
import { slipText } from './slip-text';

type Boat = { id: string; name: string; type: string | null; fuelNever: string | null };
type Dock = { id: string; label: string; slip: string | null };
type Chosen = { boatId?: string | null; dockId?: string | null };

/** The value of the option for no boat or dock, because a radio button can't be null. */
const NONE = '';

type ChoiceProps<Row> = Pick<
  ComponentProps<typeof RadioCards>,
  'columns' | 'className' | 'error'
> & {
  rows: readonly Row[];
  /** Returns the form values for a selected row. Null means that no row is selected. */
  valuesOf: (row: Row | null) => Chosen;
};

/** @returns the row with this ID, or null if there is none */
export const withId = <Row extends { id: string }>(rows: readonly Row[], id: unknown): Row | null =>
  rows.find((row) => row.id === id) ?? null;

/** Lets a person select a boat of the account, in a form with a `boatId`. */
export function BoatChoice<Row extends Boat>({ rows, valuesOf, ...rest }: ChoiceProps<Row>) {
  const fill = useFill<Chosen>();
  const boatId = useFormContext<Chosen>().watch('boatId');
  const boat = withId(rows, boatId);
  return (
    <RadioCards
      {...rest}
      legend="Boat"
      name="boatId"
      dense
      value={boatId ?? NONE}
      onValueChange={(id) => fill(valuesOf(withId(rows, id)))}
      options={[
        ...rows.map(({ id, name, type }) => ({ value: id, label: name, description: type })),
        { value: NONE, label: 'Another boat' },
      ]}
      hint={boat?.fuelNever ? `Never fill with ${boat.fuelNever}.` : undefined}
    />
  );
}

/** Lets a person select a dock of the account, in a form with a `dockId`. */
export function DockChoice<Row extends Dock>({ rows, valuesOf, ...rest }: ChoiceProps<Row>) {
  const fill = useFill<Chosen>();
  const dockId = useFormContext<Chosen>().watch('dockId');
  return (
    <RadioCards
      {...rest}
      legend="Dock"
      name="dockId"
      dense
      value={dockId ?? NONE}
      onValueChange={(id) => fill(valuesOf(withId(rows, id)))}
      options={[
        ...rows.map(({ id, label, slip }) => ({
          value: id,
          label,
          description: slipText(slip),
        })),
        { value: NONE, label: 'Another dock' },
      ]}
    />
  );
}
