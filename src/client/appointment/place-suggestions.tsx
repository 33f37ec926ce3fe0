import { useEffect, useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { classNames } from '@/client/components/class-names';
import { Callout } from '@/client/components/feedback/callout';
import { toastError } from '@/client/components/feedback/toast-store';
import { useFill } from '@/client/components/form/use-fill';
import { Icon, type IconName } from '@/client/components/icon';
import { coordinatesOf, findOwnPosition } from '@/client/lib/own-position';
import { trpc } from '@/client/lib/trpc';
import { MAX_LOCATION } from '@/domain/order/options';
import { coordinatesIn, withPin } from '@/domain/route/coordinates';
import type { Position } from '@/domain/route/distance';
import { PinDialog } from './pin-dialog';
import { slipText } from './slip-text';
import { useComboboxInput } from './use-combobox-input';

type Dock = { id: string; label: string; slip: string | null };

export type PlaceSuggestionsProps = {
  /** The docks of the customer's account, if the form has a `dockId`. */
  docks?: readonly Dock[];
};

type Option = {
  key: string;
  icon: IconName;
  title: string;
  detail?: string | null;
  pick: () => void;
};

/** The search starts after this many letters, because shorter texts match too much. */
const FEWEST_LETTERS = 2;
const PAUSE_MS = 200;
/** If the text hasn't changed for this long, the address counts as complete. */
const SETTLED_MS = 700;

/** Suggests places and docks for a typed address, the person's own position, and a pin on a map. */
export function PlaceSuggestions(props: PlaceSuggestionsProps) {
  const { docks = [] } = props;
  // The input is already on the page, and becomes a combobox here.
  const [inputId] = useState(() => document.querySelector('input[name=location]')?.id ?? '');
  const { watch, formState } = useFormContext<{ location: string; dockId?: string | null }>();
  const fill = useFill<{ location: string }>();
  const utils = trpc.useUtils();
  const listId = useId();
  // True if the person has typed. They may have started before this code was loaded.
  const [hasTyped, setHasTyped] = useState(formState.dirtyFields.location === true);
  const [isLooking, setIsLooking] = useState(false);
  const [showsMap, setShowsMap] = useState(false);
  const location = watch('location') ?? '';
  const isTyped = hasTyped && location.trim() !== '';
  const searched = useLater(location.trim(), PAUSE_MS);
  const { data: found = [] } = trpc.places.search.useQuery(
    { text: searched },
    {
      enabled: isTyped && searched.length >= FEWEST_LETTERS,
      placeholderData: (before) => before,
      staleTime: 60_000,
    },
  );
  const map = trpc.places.map.useQuery(undefined);

  const take = (values: object) => {
    fill(values);
    setHasTyped(false);
    combobox.close();
  };
  const pin = (position: Position, address = '') =>
    take({ location: withPin(address, position, MAX_LOCATION) });
  const takeOwn = async () => {
    combobox.close();
    setIsLooking(true);
    try {
      const position = coordinatesOf(await findOwnPosition());
      const near = await utils.places.near.fetch(position).catch(() => null);
      if (near) take({ location: near.location });
      else pin(position);
    } catch (error) {
      toastError('Location Not Found', (error as Error).message);
    } finally {
      setIsLooking(false);
    }
  };

  const options: Option[] = isTyped
    ? [
        ...docksLike(docks, location).map((dock) => ({
          key: dock.id,
          icon: 'anchor' as const,
          title: dock.label,
          detail: slipText(dock.slip),
          pick: () => take({ dockId: dock.id, location: dock.label, slipNumber: dock.slip }),
        })),
        ...(location.trim().length < FEWEST_LETTERS ? [] : found).map((place) => ({
          key: place.id,
          icon: 'anchor' as const,
          title: place.name,
          detail: place.address,
          pick: () => take({ location: place.location }),
        })),
      ]
    : [
        {
          key: 'own',
          icon: 'pin' as const,
          title: 'Use My Location',
          detail: 'Finds the marina where you are, or sets a pin.',
          pick: () => void takeOwn(),
        },
        ...(map.data?.tiles
          ? [
              {
                key: 'map',
                icon: 'pin' as const,
                title: 'Drop a Pin on the Map',
                pick: () => {
                  combobox.close();
                  setShowsMap(true);
                },
              },
            ]
          : []),
      ];
  const combobox = useComboboxInput({
    inputId,
    listId,
    count: options.length,
    onType: () => setHasTyped(true),
    onPick: (index) => options[index]?.pick(),
  });
  const { isOpen, active } = combobox;
  const dockChosen = Boolean(watch('dockId'));

  return (
    <>
      {isOpen ? (
        <div
          id={listId}
          role="listbox"
          aria-label="Places"
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-field border border-edge bg-base-100 py-1 shadow-far"
        >
          {options.map(({ key, icon, title, detail, pick }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys.
            <div
              key={key}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Pressing a suggestion must not take the focus away from the input.
              onPointerDown={(event) => event.preventDefault()}
              onClick={pick}
              className={classNames(
                'flex min-h-11 cursor-pointer items-center gap-3 px-3.5 py-2 hover:bg-base-200',
                index === active && 'bg-base-200',
              )}
            >
              <Icon name={icon} size={19} className="shrink-0 text-muted" />
              <span className="min-w-0">
                <span className="block font-semibold break-words">{title}</span>
                {detail ? (
                  <span className="block text-sm break-words text-muted">{detail}</span>
                ) : null}
              </span>
            </div>
          ))}
        </div>
      ) : null}
      <span role="status" className="sr-only">
        {isLooking ? 'Finding your location…' : isOpen ? countText(options.length) : ''}
      </span>
      {!dockChosen && !formState.errors.location ? <Notice location={location} /> : null}
      {showsMap && map.data?.tiles ? (
        <PinDialog
          tiles={map.data.tiles}
          home={map.data.home}
          position={coordinatesIn(location)}
          onPin={(position) => pin(position, location)}
          onClose={() => setShowsMap(false)}
        />
      ) : null}
    </>
  );
}

const countText = (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`);

/** Shows a notice before the order is sent, if the typed address is outside the service area. */
function Notice({ location }: { location: string }) {
  const settled = useLater(location.trim(), SETTLED_MS);
  const area = trpc.places.area.useQuery(
    { location: settled },
    { enabled: settled.length >= 5, staleTime: 60_000 },
  );
  if (!area.data?.notice || settled !== location.trim()) return null;
  return (
    <Callout tone={area.data.isRefused ? 'error' : 'warn'} className="mt-2" live>
      {area.data.notice}
    </Callout>
  );
}

function docksLike(docks: readonly Dock[], typed: string): readonly Dock[] {
  const sought = typed.trim().toLowerCase();
  if (sought === '') return [];
  const isLike = ({ label, slip }: Dock) => `${label} ${slip ?? ''}`.toLowerCase().includes(sought);
  return docks.filter(isLike).slice(0, 3);
}

/** Returns a value once it hasn't changed for a while. */
function useLater<T>(value: T, ms: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return later;
}
