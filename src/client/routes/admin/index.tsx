import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { type TabItem, Tabs } from '@/client/components/tabs';
import { Board } from '@/client/features/admin/appointments/board';
import { DayView } from '@/client/features/admin/appointments/day/day-view';
import type { MoneyChoice } from '@/client/features/admin/appointments/money/money-choice';
import { MoneyView } from '@/client/features/admin/appointments/money/money-view';
import { TodayNumbers } from '@/client/features/admin/appointments/today/today-numbers';
import { WatchScreen } from '@/client/features/admin/appointments/watch/watch-screen';
import { BookButton } from '@/client/features/admin/book/book-button';
import { CalendarTab } from '@/client/features/admin/calendar/calendar-tab';
import { BillingPanels } from '@/client/features/admin/customers/billing-panels';
import { CustomersTab } from '@/client/features/admin/customers/customers-tab';
import { PricesTab } from '@/client/features/admin/prices/prices-tab';
import { SupportTab } from '@/client/features/admin/support/support-tab';
import { useIsEmergency } from '@/client/identity/use-emergency';
import { useMay } from '@/client/identity/use-may';
import { usePageTitle } from '@/client/lib/page-title';
import { withoutUndefined } from '@/client/lib/search';
import type { Area } from '@/domain/staff/areas';
import { useShowOverList } from './-over-list';
import { type AdminSearch, readAdminSearch, type TAB_IDS } from './-search';

const TABS = [
  { id: 'appointments', label: 'Appointments', icon: 'boat', area: 'deliveries' },
  { id: 'customers', label: 'Customer Data', icon: OTHER_ICONS.users, area: 'customers' },
  { id: 'calendar', label: 'Calendar Management', icon: 'calendar', area: 'calendar' },
  { id: 'prices', label: 'Fuel Prices', icon: 'fuel', area: 'business' },
  { id: 'support', label: 'Support Settings', icon: OTHER_ICONS.settings, area: 'business' },
] as const satisfies (TabItem<(typeof TAB_IDS)[number]> & { area: Area })[];

export const Route = createFileRoute('/admin/')({
  // The page reads the address itself. `/` loads this line, so with a check here, it would load all
  // lists of values.
  validateSearch: (search) => search as AdminSearch,
  component: AdminPage,
});

const useAdminSearch = () => readAdminSearch(Route.useSearch());

/** The tabs that emergency access may open. */
const EMERGENCY_TABS = TABS.filter(({ id }) => id !== 'customers');

function AdminPage() {
  usePageTitle('Admin Dashboard');
  const may = useMay();
  if (may('deliveries')) return <Sections />;
  return may('payments') ? <Payments /> : <WatchScreen />;
}

function Sections() {
  const isEmergency = useIsEmergency();
  const may = useMay();
  const search = useAdminSearch();
  const items = (isEmergency ? EMERGENCY_TABS : TABS).filter(({ area }) => may(area));
  const tab = items.find(({ id }) => id === search.tab)?.id ?? 'appointments';
  const navigate = Route.useNavigate();
  return (
    <Tabs
      label="Admin sections"
      items={items}
      value={tab}
      dropdownOnSmall
      narrow
      before={<Title />}
      onChange={(next) => navigate({ search: next === 'appointments' ? {} : { tab: next } })}
    >
      {tab === 'appointments' ? <Appointments /> : null}
      {tab === 'customers' ? <Customers /> : null}
      {tab === 'calendar' ? <CalendarTab /> : null}
      {tab === 'prices' ? <PricesTab /> : null}
      {tab === 'support' ? <SupportTab /> : null}
    </Tabs>
  );
}

/** The title is small, so that it doesn't push the work down. */
function Title() {
  return (
    <div className="max-sm:min-w-[min(100%,11.5rem)] max-sm:flex-1 sm:w-full desk:w-auto">
      <h1 className="text-base/5 sm:text-lg/6 desk:text-base/5">Admin Dashboard</h1>
      <p className="text-sm/4 text-muted">Manage appointments and support settings</p>
    </div>
  );
}

/** Shows the Appointments tab: the board, a day, or payments. */
function Appointments() {
  const { q, date, held, ...search } = useAdminSearch();
  const navigate = Route.useNavigate();
  const showOver = useShowOverList();
  const isEmergency = useIsEmergency();
  const isFiltered = q !== undefined || date !== undefined || held !== undefined;
  const view = isEmergency && search.view === 'money' ? 'board' : (search.view ?? 'board');
  return (
    <>
      {view === 'board' ? (
        <>
          {/* A board has too many cards for paper. */}
          <p data-print="alone" className="hidden print:block">
            The board can’t be printed. Open Schedule to print a day’s route sheets.
          </p>
          {isFiltered ? null : <TodayNumbers />}
          <Board
            filter={{ search: q ?? '', date: date ?? '', held: held ?? false }}
            onFilter={(filter) =>
              navigate({
                replace: true,
                search: {
                  view: search.view,
                  q: filter.search || undefined,
                  date: filter.date || undefined,
                  held: filter.held || undefined,
                },
              })
            }
          />
        </>
      ) : null}
      {view === 'day' ? (
        <DayView
          choice={{
            date: search.day ?? null,
            by: search.by ?? 'window',
            openId: search.open ?? null,
            filter: q ?? '',
          }}
          onChoose={({ date: day, by, openId, filter }) => {
            const list = withoutUndefined({
              view,
              day: day ?? undefined,
              by,
              q: filter || undefined,
            });
            showOver({
              list,
              open: openId === null ? null : { ...list, open: openId },
              wasOpen: search.open !== undefined,
              replace: openId === null,
            });
          }}
        />
      ) : null}
      {view === 'money' ? <Payments /> : null}
    </>
  );
}

/** Shows the open payments. For people who only read them, it's the whole page. */
function Payments() {
  const { view = 'money', ...search } = useAdminSearch();
  const showOver = useShowOverList();
  const bills = useMay()('billing');
  return (
    <div className="flex flex-col gap-4">
      {bills ? <BillingPanels /> : null}
      <MoneyView
        choice={{
          kind: search.kind ?? null,
          order: search.order ?? 'oldest',
          customerId: search.customer ?? null,
          from: search.from ?? null,
          to: search.to ?? null,
          page: search.page ?? 1,
          openId: search.open ?? null,
        }}
        onChoose={(choice, replace) => {
          const list = { view, ...addressOf(choice) };
          showOver({
            list,
            open: choice.openId === null ? null : { ...list, open: choice.openId },
            wasOpen: search.open !== undefined,
            replace,
          });
        }}
      />
    </div>
  );
}

/** Returns the address of a view of Payments, without default values. */
const addressOf = ({ kind, order, customerId, from, to, page }: MoneyChoice) =>
  withoutUndefined({
    kind: kind ?? undefined,
    order: order === 'oldest' ? undefined : order,
    customer: customerId ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
    page: page === 1 ? undefined : page,
  });

/** Shows the Customer Data tab. Its search, order, page, and open customer are in the address. */
function Customers() {
  const { q = '', tag = null, sort = 'name', desc = false, page = 1, customer } = useAdminSearch();
  const router = useRouter();
  const navigate = useNavigate();
  const showOver = useShowOverList();
  return (
    <CustomersTab
      bookFor={(one) => (
        <BookButton
          customer={one}
          onBooked={({ id, date: day }) =>
            navigate({ to: '/admin', search: { view: 'day', day, open: id } })
          }
        />
      )}
      view={{ search: q, tag, sort, descending: desc, page, customerId: customer ?? null }}
      onView={(change) => {
        const next = {
          // The current address is read, because the search field reports its text with a delay.
          ...readAdminSearch(router.latestLocation.search),
          ...('search' in change && { q: change.search || undefined }),
          ...('tag' in change && { tag: change.tag ?? undefined }),
          ...('sort' in change && { sort: change.sort === 'name' ? undefined : change.sort }),
          ...('descending' in change && { desc: change.descending || undefined }),
          ...('page' in change && { page: change.page === 1 ? undefined : change.page }),
          ...('customerId' in change && { customer: change.customerId ?? undefined }),
        };
        showOver({
          list: withoutUndefined({ ...next, customer: undefined }),
          open: next.customer === undefined ? null : next,
          wasOpen: customer !== undefined,
          // A filter doesn't add to the browser's history.
          replace: change.customerId === undefined,
        });
      }}
    />
  );
}
