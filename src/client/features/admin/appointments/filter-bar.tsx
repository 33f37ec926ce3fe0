import { useState } from 'react';
import { Button, IconButton } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Checkbox } from '@/client/components/form/checkbox';
import { DateInput } from '@/client/components/form/date-input';
import { SearchInput } from '@/client/components/form/search-input';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { ExportLink } from '@/client/identity/export-link';
import { trpc } from '@/client/lib/trpc';

/** The filter of all sections. Empty texts don't filter. */
export type AppointmentFilter = {
  search: string;
  date: string;
  /** True to include holds, whose card isn't saved yet. */
  held: boolean;
};

type FilterBarProps = {
  filter: AppointmentFilter;
  onFilter: (filter: AppointmentFilter) => void;
};

/** @returns the address of the CSV file with all appointments that match the filter */
function exportAddress({ search, date, held }: AppointmentFilter): string {
  const query = { ...(search && { search }), ...(date && { date }), ...(held && { held: 'true' }) };
  return `/api/admin/export/appointments.csv?${new URLSearchParams(query)}`;
}

/** Filters by name, phone, code, or location, and by date. */
export function FilterBar({ filter, onFilter }: FilterBarProps) {
  const today = trpc.slots.window.useQuery().data?.today;
  // On a phone, the filters that are rarely used are hidden until someone opens or sets them.
  const [isOpen, setOpen] = useState(filter.date !== '' || filter.held);
  const extra = isOpen ? '' : 'max-sm:hidden';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <SearchInput
        label="Search name, phone, code, or location"
        value={filter.search}
        onSearch={(search) => onFilter({ ...filter, search })}
        className="min-w-[min(100%,12rem)] flex-1 sm:basis-72"
      />
      <IconButton
        icon={OTHER_ICONS.settings}
        label={isOpen ? 'Hide Filters' : 'Show Filters'}
        variant="quiet"
        className="shrink-0 sm:hidden"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <div
        className={classNames(
          'flex max-w-full items-center gap-2 max-sm:flex-wrap sm:shrink-0',
          extra,
        )}
      >
        <DateInput
          aria-label="Date"
          value={filter.date}
          className="min-w-[min(100%,10rem)] sm:w-40"
          onDate={(date) => onFilter({ ...filter, date })}
        />
        {filter.date ? (
          <IconButton
            icon="x"
            label="Show all dates"
            variant="quiet"
            onClick={() => onFilter({ ...filter, date: '' })}
          />
        ) : today ? (
          <Button variant="quiet" onClick={() => onFilter({ ...filter, date: today })}>
            Today
          </Button>
        ) : null}
      </div>
      <div className={classNames('flex flex-wrap items-center gap-x-3 gap-y-2', extra)}>
        <Checkbox
          label="Show unfinished bookings"
          checked={filter.held}
          onChange={(event) => onFilter({ ...filter, held: event.currentTarget.checked })}
        />
        <ExportLink href={exportAddress(filter)} />
      </div>
    </div>
  );
}
