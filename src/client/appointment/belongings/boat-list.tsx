import { withNoBreaks } from '@/client/lib/no-breaks';
import type { FieldValue } from '@/domain/edit-conflict';
import { BelongingsList, type BelongingsListProps } from './belongings-list';
import { BoatDialog, type Boats, type BoatTyped } from './boat-dialog';

type Boat = Boats[number];
type Shared = Pick<
  BelongingsListProps<Boat>,
  'whose' | 'query' | 'prefer' | 'remove' | 'onChanged' | 'empty' | 'tight'
>;

export type BoatListProps = Shared & {
  /** Adds a boat, or changes one if `boat` isn't null. */
  save: (boat: Boat | null, typed: BoatTyped, read: Record<string, FieldValue>) => Promise<Boats>;
};

/** Lists a customer's boats. The default one is the profile's boat. */
export function BoatList({ save, ...list }: BoatListProps) {
  return (
    <BelongingsList
      {...list}
      noun="boat"
      icon="boat"
      nameOf={({ name }) => name}
      factsOf={factsOf}
      dialog={(boat, close) => (
        <BoatDialog
          boat={boat}
          save={(typed, read) => save(boat, typed, read)}
          onSaved={list.onChanged}
          onClose={close}
        />
      )}
    />
  );
}

function factsOf({ type, length, fuelCapacity, fuelTaken, fuelNever }: Boat): string {
  return [
    type,
    length && `${length} ft`,
    fuelCapacity && withNoBreaks(`${fuelCapacity} gal tank`),
    fuelTaken && `takes ${fuelTaken}`,
    fuelNever && `never ${fuelNever}`,
  ]
    .filter(Boolean)
    .join(', ');
}
