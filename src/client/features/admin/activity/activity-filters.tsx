import type { ReactNode } from 'react';
import { Button } from '@/client/components/button';
import { DateInput } from '@/client/components/form/date-input';
import { Field } from '@/client/components/form/field';
import { SearchInput } from '@/client/components/form/search-input';
import { Select } from '@/client/components/form/select';
import { trpc } from '@/client/lib/trpc';
import { AUDIT_THING_LABELS, AUDIT_THINGS } from '@/domain/audit/things';
import type { ActivityFilter, FilterChange } from './activity-filter';

type FiltersProps = {
  filter: ActivityFilter;
  /** The error message about the dates, or null. */
  problem: string | null;
  onFilter: (change: FilterChange) => void;
  actions: ReactNode;
};

const THINGS = AUDIT_THINGS.map((thing) => ({ value: thing, label: AUDIT_THING_LABELS[thing] }));

/** Filters by text, person, kind of thing, and date, and by the subject that a link selected. */
export function ActivityFilters({ filter, problem, onFilter, actions }: FiltersProps) {
  const { person = '', thing = '', subject, appointment, from = '', to = '', search = '' } = filter;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SearchInput
          label="Search names, codes, and changes"
          value={search}
          onSearch={(text) => onFilter({ search: text || undefined })}
          className="min-w-[min(100%,16rem)] flex-1 basis-72"
        />
        {actions}
      </div>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <PersonField person={person} onPerson={(id) => onFilter({ person: id || undefined })} />
        <Field label="About" className="min-w-[min(100%,11rem)] flex-1 sm:max-w-64">
          <Select
            placeholder="Everything"
            options={THINGS}
            value={thing}
            onChange={({ currentTarget }) =>
              onFilter({ thing: AUDIT_THINGS.find((one) => one === currentTarget.value) })
            }
          />
        </Field>
        <DateField label="From" value={from} onDate={(date) => onFilter({ from: date })} />
        <DateField
          label="To"
          value={to}
          error={problem}
          onDate={(date) => onFilter({ to: date })}
        />
      </div>
      {subject || appointment ? (
        <p className="flex flex-wrap items-center gap-2">
          {appointment ? 'Showing one appointment.' : `Showing ${subjectText(subject ?? '')}.`}
          <Button
            size="sm"
            variant="quiet"
            onClick={() => onFilter({ subject: undefined, appointment: undefined })}
          >
            Show All
          </Button>
        </p>
      ) : null}
    </div>
  );
}

/**
 * @returns the subject in words, such as "driver #3". For other subjects, people can't use the ID,
 * so it isn't shown
 */
function subjectText(subject: string): string {
  const [kind = '', id = ''] = subject.split(':');
  const name = kind.replaceAll('_', ' ');
  if (kind === 'driver') return `driver #${id}`;
  return kind === 'promo' ? `${name} ${id}` : `one ${name}`;
}

/** Lists the staff, and the customer that a link selected. */
function PersonField({ person, onPerson }: { person: string; onPerson: (id: string) => void }) {
  const people = trpc.admin.activityPeople.useQuery({ person: person || undefined });
  const options = (people.data ?? []).map(({ id, name, role }) => ({
    value: id,
    label: `${name}, ${role}`,
  }));
  return (
    <Field label="Person" className="min-w-[min(100%,11rem)] flex-1 sm:max-w-64">
      <Select
        placeholder="Everyone"
        options={options}
        value={person}
        onChange={({ currentTarget }) => onPerson(currentTarget.value)}
      />
    </Field>
  );
}

type DateFieldProps = {
  label: string;
  value: string;
  error?: string | null;
  onDate: (date: string | undefined) => void;
};

function DateField({ label, value, error, onDate }: DateFieldProps) {
  return (
    <Field label={label} error={error} className="min-w-[min(100%,9rem)] flex-1 sm:max-w-48">
      <DateInput value={value} onDate={(date) => onDate(date || undefined)} />
    </Field>
  );
}
