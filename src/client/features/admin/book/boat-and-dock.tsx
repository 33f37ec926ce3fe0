import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { BoatChoice, DockChoice } from '@/client/appointment/boat-and-dock-choice';
import { Callout } from '@/client/components/feedback/callout';
import { Fold } from '@/client/components/fold';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { TextInput } from '@/client/components/form/text-input';
import { useFill } from '@/client/components/form/use-fill';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';
import { dockOfTyped } from '@/domain/account/docks';
import { beyondAreaText } from '@/domain/route/service-area';

type BookInput = Inputs['admin']['bookForCustomer'];
type Account = Pick<Outputs['admin']['customer'], 'boats' | 'docks'>;
type Boat = Account['boats'][number];
type Dock = Account['docks'][number];

const NOTHING: Account = { boats: [], docks: [] };

/** The boats and docks of the selected customer; none for a guest. */
export function useBoatsAndDocks() {
  const { watch, getValues } = useFormContext<BookInput>();
  const fill = useFill<BookInput>();
  const [customerId, boatId, dockId] = watch(['customerId', 'boatId', 'dockId']);
  const { data } = trpc.admin.customer.useQuery(
    { id: String(customerId ?? '') },
    { enabled: Boolean(customerId), staleTime: 0 },
  );
  const account = customerId && data?.customer.id === customerId ? data : NOTHING;
  const { boats, docks } = account;
  // The defaults are selected once they're loaded, unless something was typed in the meantime.
  useEffect(() => {
    const now = getValues();
    if (boats[0] && !now.boatId && !now.boatName) fill(ofBoat(boats[0]));
    if (docks[0] && !now.dockId && !now.location) fill(ofDock(docks[0]));
  }, [boats, docks]);
  return {
    boats,
    docks,
    boat: boats.find(({ id }) => id === boatId) ?? null,
    dock: docks.find(({ id }) => id === dockId) ?? null,
  };
}

export type BoatsAndDocks = ReturnType<typeof useBoatsAndDocks>;

const ofBoat = (boat: Boat | null): Partial<BookInput> => ({
  boatId: boat?.id ?? null,
  ...(boat?.fuelTaken && { fuelType: boat.fuelTaken }),
});

const ofDock = (dock: Dock | null): Partial<BookInput> => ({
  dockId: dock?.id ?? null,
  location: dock?.label ?? '',
  slipNumber: dock?.slip ?? '',
});

type AccountProps = { account: BoatsAndDocks };

/** Selects one of the account's boats. */
export function BoatFields({ account: { boats } }: AccountProps) {
  const { errors } = useFormContext<BookInput>().formState;
  return boats.length > 0 ? (
    <BoatChoice
      rows={boats}
      valuesOf={ofBoat}
      columns="fit"
      className="col-span-full"
      error={errors.boatId?.message}
    />
  ) : null;
}

/** Selects one of the account's docks, or asks for the address of another one. */
export function DockFields({ account: { docks, dock } }: AccountProps) {
  const { register, setValue, formState } = useFormContext<BookInput>();
  const { errors } = formState;
  const beyond = dock && beyondAreaText(dock);
  const location = register('location');
  return (
    <>
      {docks.length > 0 ? (
        <DockChoice
          rows={docks}
          valuesOf={ofDock}
          columns="fit"
          className="col-span-full"
          error={errors.dockId?.message}
        />
      ) : null}
      {beyond ? (
        <Callout tone="warn" className="col-span-full" live>
          {beyond}.
        </Callout>
      ) : null}
      <Field label="Location" error={errors.location?.message} required>
        <TextInput
          {...location}
          icon="pin"
          onChange={(event) => {
            const there = dockOfTyped(docks, event.target.value, dock);
            setValue('dockId', there?.id ?? null, { shouldDirty: true });
            return location.onChange(event);
          }}
        />
      </Field>
      <Field label="Slip Number" optional error={errors.slipNumber?.message}>
        <TextInput {...register('slipNumber')} />
      </Field>
    </>
  );
}

/** Asks for a new boat's name and tank, and for a new dock's gate code and note, which few callers give. */
export function MoreFields({ account: { boat, dock } }: AccountProps) {
  const { register, watch, formState } = useFormContext<BookInput>();
  const { errors } = formState;
  const ofNewBoat = boat ? [] : (['boatName', 'boatTank'] as const);
  const ofNewDock = dock ? [] : (['gateCode', 'dockNote'] as const);
  const names = [...ofNewBoat, ...ofNewDock];
  const isFilled = names.some((name) => watch(name) || errors[name]);
  if (names.length === 0) return null;
  return (
    <Fold
      title={
        boat ? 'Gate code and note' : dock ? 'Boat and tank' : 'Boat, tank, gate code, and note'
      }
      isFilled={isFilled}
      className="col-span-full"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {boat ? null : (
          <>
            <Field label="Boat" optional error={errors.boatName?.message}>
              <TextInput {...register('boatName')} icon="boat" autoComplete="off" maxLength={60} />
            </Field>
            <Field label="Tank Size" optional error={errors.boatTank?.message}>
              <NumberInput name="boatTank" after="gal" />
            </Field>
          </>
        )}
        {dock ? null : (
          <>
            <Field label="Gate Code" optional error={errors.gateCode?.message}>
              <TextInput
                {...register('gateCode')}
                icon={OTHER_ICONS.lock}
                autoComplete="off"
                verbatim
                maxLength={40}
              />
            </Field>
            <Field label="Note for the Driver" optional error={errors.dockNote?.message}>
              <TextInput {...register('dockNote')} maxLength={300} />
            </Field>
          </>
        )}
      </div>
    </Fold>
  );
}
