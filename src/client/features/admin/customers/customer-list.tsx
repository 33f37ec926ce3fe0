import { keepPreviousData } from '@tanstack/react-query';
import { Badge } from '@/client/components/badge';
import { IconButton } from '@/client/components/button';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { SearchInput } from '@/client/components/form/search-input';
import { Select } from '@/client/components/form/select';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Pager, usePageWithin } from '@/client/components/pager';
import { Panel } from '@/client/components/panel';
import { PhoneText } from '@/client/components/phone-link';
import { ExportLink } from '@/client/identity/export-link';
import { useMay } from '@/client/identity/use-may';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { formatDollars } from '@/domain/money';
import { formatCount } from '@/domain/text';
import {
  COLUMNS,
  CUSTOMER_STATUS_TONES,
  type Customer,
  type CustomerView,
  SORTS,
  useLastBookedText,
} from './customer';
import { CustomerTable } from './customer-table';
import { ImportCustomersButton } from './import-customers-button';

type CustomerListProps = {
  view: CustomerView;
  onView: (change: Partial<CustomerView>) => void;
};

/** All customers with search, sorting, and pages, as a table or as cards on narrow screens. */
export function CustomerList({ view, onView }: CustomerListProps) {
  const { search, tag, sort, descending, page } = view;
  const list = trpc.admin.customers.useQuery(
    { search: search || undefined, tag: tag ?? undefined, sort, descending, page },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const { data } = list;
  const isOwner = useMay()('business');
  const pageCount = data ? Math.max(1, Math.ceil(data.total / data.pageSize)) : 1;
  usePageWithin(page, data && !list.isPlaceholderData ? pageCount : null, (next) =>
    onView({ page: next }),
  );
  const open = (customer: Customer) => onView({ customerId: customer.id });
  return (
    <Panel
      tight
      icon={OTHER_ICONS.users}
      title="Customer Database"
      subtitle={
        data ? (
          <span className="tabular" role="status">
            {formatCount(data.total)} customer{data.total === 1 ? '' : 's'}
            {search ? ` found for “${search}”` : ''}
            {tag ? ` tagged “${tag}”` : ''}
          </span>
        ) : (
          '…'
        )
      }
      actions={
        <>
          {isOwner ? <ImportCustomersButton /> : null}
          <ExportLink
            href={`/api/admin/export/customers.csv?${new URLSearchParams({ ...(search && { search }), ...(tag && { tag }) })}`}
            size="sm"
          />
        </>
      }
    >
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchInput
          label="Search name, email, or phone"
          value={search}
          onSearch={(next) => onView({ search: next, page: 1 })}
          className="min-w-[min(100%,14rem)] flex-1"
        />
        <TagFilter tag={tag} onTag={(next) => onView({ tag: next, page: 1 })} />
        <div className="flex gap-2 max-sm:w-full lg:hidden">
          <Select
            aria-label="Sort by"
            value={sort}
            options={SORTS.map((value) => ({ value, label: COLUMNS[value] }))}
            onChange={(event) =>
              onView({ sort: event.currentTarget.value as CustomerView['sort'], page: 1 })
            }
          />
          <IconButton
            variant="quiet"
            icon={descending ? 'chevron-down' : OTHER_ICONS.up}
            label={descending ? 'Descending' : 'Ascending'}
            onClick={() => onView({ descending: !descending, page: 1 })}
          />
        </div>
      </div>
      {data ? (
        data.customers.length === 0 ? (
          <EmptyState icon={OTHER_ICONS.users} title={emptyText(search || tag, data.total)}>
            {search ? 'Try part of the name, email, or phone number.' : null}
          </EmptyState>
        ) : (
          <div aria-busy={list.isPlaceholderData}>
            <CustomerTable
              customers={data.customers}
              sort={sort}
              descending={descending}
              onOpen={open}
              onSort={(column) =>
                onView({
                  sort: column,
                  descending: column === sort ? !descending : false,
                  page: 1,
                })
              }
            />
            <ul className="grid gap-3 sm:grid-cols-2 lg:hidden">
              {data.customers.map((customer) => (
                <CustomerCard key={customer.id} customer={customer} onOpen={open} />
              ))}
            </ul>
          </div>
        )
      ) : list.isError ? (
        <ErrorState title="We couldn’t load the customers" onRetry={() => list.refetch()}>
          {problemOf(list.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading customers" rows={6} rowClassName="h-12" />
      )}
      <Pager
        className="mt-4"
        label="Customers"
        page={Math.min(page, pageCount)}
        pageCount={pageCount}
        busy={list.isPlaceholderData}
        onPage={(next) => onView({ page: next })}
      />
    </Panel>
  );
}

/** Selects a tag to filter by. Renders nothing until there's one. */
function TagFilter({ tag, onTag }: { tag: string | null; onTag: (tag: string | null) => void }) {
  const { data: tags = [] } = trpc.admin.customerTags.useQuery(undefined, {
    refetchOnMount: 'always',
  });
  if (tags.length === 0 && tag === null) return null;
  const names = tags.map((one) => one.tag);
  // The selected tag may have been removed from its last customer.
  const listed = tag === null || names.includes(tag) ? names : [tag, ...names];
  return (
    <div className="w-full sm:w-48">
      <Select
        aria-label="Tag"
        value={tag ?? ''}
        options={[
          { value: '', label: 'All tags' },
          ...listed.map((value) => ({ value, label: value })),
        ]}
        onChange={(event) => onTag(event.currentTarget.value || null)}
      />
    </div>
  );
}

function emptyText(search: string | null, total: number): string {
  if (search) return 'No customers match your search';
  return total > 0 ? 'This page is empty' : 'No customers found in the database';
}

type CardProps = { customer: Customer; onOpen: (customer: Customer) => void };

function CustomerCard({ customer, onOpen }: CardProps) {
  const lastBookedText = useLastBookedText();
  return (
    <li>
      <button
        type="button"
        onClick={() => onOpen(customer)}
        className="flex h-full w-full cursor-pointer flex-col gap-1.5 rounded-field border border-edge/70 p-3.5 text-start hover:border-primary"
      >
        <span className="flex flex-wrap items-start justify-between gap-x-2">
          <span className="min-w-[min(100%,7rem)] flex-1 font-semibold wrap-anywhere">
            {customer.fullName ?? customer.username}
          </span>
          <Badge tone={CUSTOMER_STATUS_TONES[customer.status]}>{customer.status}</Badge>
        </span>
        {customer.isGuest ? <span className="text-sm text-muted">Guest</span> : null}
        {customer.tags.length > 0 ? (
          <span className="text-sm wrap-anywhere">{customer.tags.join(' · ')}</span>
        ) : null}
        <span className="text-sm wrap-anywhere text-muted">
          {customer.email}
          {customer.phone ? (
            <>
              <br />
              <PhoneText phone={customer.phone} />
            </>
          ) : null}
        </span>
        <span className="tabular mt-auto grid grid-cols-[repeat(auto-fit,minmax(min(100%,4rem),1fr))] gap-2 pt-1.5 text-[0.95rem]">
          <Fact term="Total Orders" value={formatCount(customer.totalOrders)} />
          <Fact term="Total Spent" value={formatDollars(customer.totalSpentCents)} />
          <Fact term="Last Order" value={lastBookedText(customer.lastOrderAt)} />
          {customer.balanceCents > 0 ? (
            <Fact term="Balance" value={formatDollars(customer.balanceCents)} />
          ) : null}
        </span>
      </button>
    </li>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <span>
      <span className="block text-sm text-muted">{term}</span>
      <span className="block font-semibold">{value}</span>
    </span>
  );
}
