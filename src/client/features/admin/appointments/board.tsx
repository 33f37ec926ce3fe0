import { useCallback, useState } from 'react';
import { STAFF_SECTIONS, type StaffSection } from '@/domain/appointment/status';
import { USUAL_SECTIONS } from './appointment';
import { AppointmentSection } from './appointment-section';
import { type AppointmentFilter, FilterBar } from './filter-bar';
import { useCardActions } from './use-card-actions';
import { focusSection } from './use-status-changes';

type BoardProps = {
  filter: AppointmentFilter;
  onFilter: (filter: AppointmentFilter) => void;
};

/** The four sections of appointments. */
export function Board({ filter, onFilter }: BoardProps) {
  const [counts, setCounts] = useState<Partial<Record<StaffSection, number>>>({});
  const { act, dialogs } = useCardActions();
  const noteCount = useCallback(
    (section: StaffSection, count: number) => setCounts((now) => ({ ...now, [section]: count })),
    [],
  );
  const sections = filter.search ? STAFF_SECTIONS : USUAL_SECTIONS;
  const nextOf = (section: StaffSection = 'pending') => ({ section, count: counts[section] });
  return (
    <div className="flex flex-col gap-1.5 sm:gap-3">
      <FilterBar filter={filter} onFilter={onFilter} />
      {/* The sections are side by side on screens of 1280 px or more, and stacked on narrower ones. */}
      <div className="grid items-start gap-x-4 gap-y-8 xl:grid-cols-4">
        {sections.map((section, at) => (
          <AppointmentSection
            key={section}
            section={section}
            next={nextOf(sections[at + 1] ?? sections[0])}
            filter={filter}
            onAction={(action, appointment) =>
              act(action, appointment, () => focusSection(section))
            }
            onCount={noteCount}
          />
        ))}
      </div>
      {dialogs}
    </div>
  );
}
