import { memo, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@/client/components/button';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { Icon } from '@/client/components/icon';
import { Pager, usePageWithin } from '@/client/components/pager';
import { trpc } from '@/client/lib/trpc';
import { useSteady } from '@/client/lib/use-steady';
import { RECENT_DAYS, STATUS_LABELS, type StaffSection } from '@/domain/appointment/status';
import { formatCount } from '@/domain/text';
import type { Appointment } from './appointment';
import { AppointmentCard, type CardAction } from './appointment-card';
import type { AppointmentFilter } from './filter-bar';
import { LIVE_LIST } from './live-list';
import { focusSection, sectionHeadingId } from './use-status-changes';

type SectionProps = {
  section: StaffSection;
  filter: AppointmentFilter;
  /** The section that the heading links to if the sections are stacked. */
  next: { section: StaffSection; count: number | undefined };
  onAction: (action: CardAction, appointment: Appointment) => unknown;
  /** Called with the number of appointments when it changes. */
  onCount: (section: StaffSection, count: number) => void;
};

type ListedCardProps = Pick<SectionProps, 'section' | 'onAction'> & { appointment: Appointment };

/**
 * Shows one card of a section. If the card leaves the section while it has the focus, the heading
 * gets the focus. It renders again only if its appointment changes, and not for each section's count.
 */
const ListedCard = memo(function ListedCard({ section, ...card }: ListedCardProps) {
  const wrapper = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const node = wrapper.current;
    return () => {
      if (!node?.contains(document.activeElement)) return;
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusSection(section);
      });
    };
  }, [section]);
  return (
    // Cards outside the visible area aren't laid out, because four sections can have a hundred of
    // them. The padding leaves room for a card's shadow and outline, which would be clipped
    // otherwise.
    <div
      ref={wrapper}
      className="-m-2 grid min-w-0 p-2 [contain-intrinsic-block-size:auto_30rem] [content-visibility:auto]"
    >
      <AppointmentCard {...card} isFolded />
    </div>
  );
});

/** The number of cards that are rendered first, which is what a desk of 900 px shows. */
const FIRST_CARDS = 2;

type CardsProps = Omit<ListedCardProps, 'appointment'> & { appointments: readonly Appointment[] };

/** Renders a section's visible cards before the others, because a hundred take a while. */
function Cards({ appointments, ...card }: CardsProps) {
  const isWhole = useDeferredValue(true, false);
  const drawn = isWhole ? appointments : appointments.slice(0, FIRST_CARDS);
  return drawn.map((appointment) => (
    <ListedCard key={appointment.id} appointment={appointment} {...card} />
  ));
}

const countText = (count: number | undefined) => (count === undefined ? '…' : formatCount(count));

function showSection(section: StaffSection) {
  const heading = document.getElementById(sectionHeadingId(section));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

/** A section with its count, cards, and pages. */
export function AppointmentSection({ section, filter, next, onAction, onCount }: SectionProps) {
  const act = useSteady(onAction);
  // A page number belongs to its filter, so another filter starts at page 1.
  const filterKey = JSON.stringify(filter);
  const [chosen, setChosen] = useState({ filterKey, page: 1 });
  const page = chosen.filterKey === filterKey ? chosen.page : 1;
  const [showsOlder, setShowsOlder] = useState(false);
  const isRecent = section === 'completed' && !showsOlder && !filter.search && !filter.date;

  const list = trpc.admin.appointments.useQuery(
    {
      status: section,
      search: filter.search || undefined,
      date: filter.date || undefined,
      includeHeld: section === 'pending' && filter.held,
      recent: isRecent || undefined,
      page,
    },
    LIVE_LIST,
  );
  const { data } = list;
  const total = data?.total;
  const pageCount = data ? Math.max(1, Math.ceil(data.total / data.pageSize)) : 1;
  useEffect(() => {
    if (total !== undefined) onCount(section, total);
  }, [section, total, onCount]);
  usePageWithin(page, data && !list.isPlaceholderData ? pageCount : null, (last) =>
    setChosen({ filterKey, page: last }),
  );

  const showPage = (next: number) => {
    setChosen({ filterKey, page: next });
    document.getElementById(sectionHeadingId(section))?.scrollIntoView({ block: 'start' });
  };

  return (
    <section aria-labelledby={sectionHeadingId(section)} className="scroll-mt-4">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-2 xl:mb-3">
        <h2
          id={sectionHeadingId(section)}
          tabIndex={-1}
          className="flex scroll-mt-4 items-baseline gap-2 text-xl"
        >
          {STATUS_LABELS[section]}
          <span className="tabular text-muted">({countText(total)})</span>
        </h2>
        <button
          type="button"
          className="tabular link link-hover -my-2 inline-flex min-h-11 items-center gap-1 px-1 text-primary xl:hidden"
          onClick={() => showSection(next.section)}
        >
          {STATUS_LABELS[next.section]} ({countText(next.count)})
          <Icon
            name="chevron-down"
            size={18}
            className={next.section === 'pending' ? 'rotate-180' : ''}
          />
        </button>
      </div>
      {data ? (
        data.appointments.length === 0 ? (
          <p className="rounded-box border border-dashed border-edge px-4 py-6 text-center text-muted">
            No {section} appointments found
          </p>
        ) : (
          <>
            <div
              aria-busy={list.isPlaceholderData}
              className="grid gap-3 md:grid-cols-2 xl:grid-cols-1"
            >
              <Cards section={section} appointments={data.appointments} onAction={act} />
            </div>
            <Pager
              className="mt-4"
              label={`${STATUS_LABELS[section]} appointments`}
              page={Math.min(page, pageCount)}
              pageCount={pageCount}
              busy={list.isPlaceholderData}
              onPage={showPage}
            />
          </>
        )
      ) : list.isError ? (
        <ErrorState
          title={`We couldn’t load the ${section} appointments`}
          onRetry={() => list.refetch()}
        />
      ) : (
        <div role="status" className="grid gap-3 md:grid-cols-2 xl:grid-cols-1">
          <span className="sr-only">Loading {section} appointments</span>
          <Skeleton className="h-80 rounded-box" />
          <Skeleton className="h-80 rounded-box max-md:hidden" />
        </div>
      )}
      {isRecent && data ? (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
          <p>Last {RECENT_DAYS} days</p>
          <Button size="sm" variant="quiet" onClick={() => setShowsOlder(true)}>
            Show Older
          </Button>
        </div>
      ) : null}
    </section>
  );
}
