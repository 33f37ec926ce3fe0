import { useCallback, useState } from 'react';
import { STAFF_SECTIONS, STATUS_LABELS, type StaffSection } from '@/domain/appointment/status';
import { formatCount } from '@/domain/text';
import { USUAL_SECTIONS } from './appointment';
import { AppointmentSection } from './appointment-section';
import { type AppointmentFilter, FilterBar } from './filter-bar';
import { useCardActions } from './use-card-actions';
import { focusSection, sectionHeadingId } from './use-status-changes';

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
  return (
    <div className="flex flex-col gap-3">
      <FilterBar filter={filter} onFilter={onFilter} />
      <SectionLinks counts={counts} />
      {/* The sections are side by side on screens of 1280 px or more, and stacked on narrower ones. */}
      <div className="grid items-start gap-x-4 gap-y-8 xl:grid-cols-4">
        {(filter.search ? STAFF_SECTIONS : USUAL_SECTIONS).map((section) => (
          <AppointmentSection
            key={section}
            section={section}
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

const countText = (count: number | undefined) => (count === undefined ? '…' : formatCount(count));

/** The number of appointments in each section, as links to the sections below. */
function SectionLinks({ counts }: { counts: Partial<Record<StaffSection, number>> }) {
  return (
    <nav
      aria-label="Sections"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))] gap-2 xl:hidden"
    >
      {USUAL_SECTIONS.map((section) => (
        <button
          key={section}
          type="button"
          className="flex min-h-12 cursor-pointer flex-wrap items-baseline justify-between gap-x-2 rounded-field border border-edge/70 bg-base-100 px-2 py-1 text-start sm:px-4 shadow-near hover:border-primary"
          onClick={() => {
            const heading = document.getElementById(sectionHeadingId(section));
            heading?.scrollIntoView({ block: 'start' });
            heading?.focus({ preventScroll: true });
          }}
        >
          <span className="text-muted max-sm:text-sm">{STATUS_LABELS[section]}</span>
          <span className="tabular font-semibold sm:text-xl">{countText(counts[section])}</span>
        </button>
      ))}
    </nav>
  );
}
