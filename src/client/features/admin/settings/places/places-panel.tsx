import { useState } from 'react';
import { Button } from '@/client/components/button';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { SearchInput } from '@/client/components/form/search-input';
import { Pager } from '@/client/components/pager';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { isFound, searchText, soughtIn } from '@/domain/search-text';
import { formatCount } from '@/domain/text';
import { ListedItem } from '../listed-item';
import { ImportPlacesDialog } from './import-places-dialog';
import { PlaceDialog } from './place-dialog';
import type { PlaceRow } from './place-row';

const ON_A_PAGE = 10;
/** A shorter list needs no search. */
const FEW = 5;

/** Lists the marinas and docks that customers find in the order form. */
export function PlacesPanel() {
  const places = trpc.admin.places.useQuery(undefined, { refetchOnMount: 'always' });
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);
  const rows = places.data;
  return (
    <Panel
      tight
      icon="pin"
      title="Places"
      subtitle="Marinas, docks, and launches that customers find by name. If a place has a position, we can estimate arrival times, and maps open at the right spot."
      actions={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="quiet" onClick={() => setDialog('import')}>
            Import Places
          </Button>
          <Button size="sm" variant="quiet" onClick={() => setDialog('add')}>
            Add Place
          </Button>
        </div>
      }
    >
      {rows ? (
        rows.length === 0 ? (
          <EmptyState icon="pin" title="No places yet" className="!py-4">
            Customers type their address. Add the marinas that you deliver to, or import a list.
          </EmptyState>
        ) : (
          <PlaceList rows={rows} />
        )
      ) : places.isError ? (
        <ErrorState title="We couldn’t load the places" onRetry={() => places.refetch()}>
          {problemOf(places.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading places" rowClassName="h-12" />
      )}
      {dialog === 'add' ? <PlaceDialog place={null} onClose={() => setDialog(null)} /> : null}
      {dialog === 'import' ? <ImportPlacesDialog onClose={() => setDialog(null)} /> : null}
    </Panel>
  );
}

function PlaceList({ rows }: { rows: readonly PlaceRow[] }) {
  const [search, setSearch] = useState('');
  const [chosenPage, setPage] = useState(1);
  const sought = soughtIn(search);
  const found = sought
    ? rows.filter(({ name, address, aliases, note }) =>
        isFound(sought, searchText([name, address, aliases, note])),
      )
    : rows;
  const pageCount = Math.ceil(found.length / ON_A_PAGE);
  const page = Math.min(chosenPage, Math.max(1, pageCount));
  return (
    <>
      {rows.length > FEW ? (
        <SearchInput
          label="Search places"
          value={search}
          delay={0}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
          className="mb-2 sm:w-72"
        />
      ) : null}
      <p role="status" className="text-sm text-muted">
        {found.length === 1 ? '1 place' : `${formatCount(found.length)} places`}
      </p>
      <ul className="mt-1 flex flex-col divide-y divide-edge/70 border-t border-edge/70">
        {found.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE).map((place) => (
          <PlaceLine key={place.id} place={place} />
        ))}
      </ul>
      <Pager label="Places" page={page} pageCount={pageCount} onPage={setPage} className="mt-3" />
    </>
  );
}

function PlaceLine({ place }: { place: PlaceRow }) {
  const utils = trpc.useUtils();
  const removing = trpc.admin.removePlace.useMutation();
  const { id, name, address, note, position } = place;
  return (
    <ListedItem
      name={name}
      noun="Place"
      action={{
        label: 'Remove',
        consequence: 'Customers won’t find it anymore. Deliveries that go there won’t change.',
        busy: removing.isPending,
        run: () => removing.mutateAsync({ id }),
      }}
      refresh={() => utils.admin.places.invalidate()}
      dialog={(onClose) => <PlaceDialog place={place} onClose={onClose} />}
    >
      <p className="font-semibold break-words">{name}</p>
      {address ? <p className="text-sm break-words text-muted">{address}</p> : null}
      {position ? null : <p className="text-sm text-muted">No position, so no arrival time</p>}
      {note ? <p className="text-sm break-words text-muted">For drivers: {note}</p> : null}
    </ListedItem>
  );
}
