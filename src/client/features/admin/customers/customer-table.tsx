import { Link } from '@tanstack/react-router';
import { Badge } from '@/client/components/badge';
import { classNames } from '@/client/components/class-names';
import { Icon } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { PhoneText } from '@/client/components/phone-link';
import type { CustomerSort } from '@/domain/account/customer-sorts';
import { formatDollars } from '@/domain/money';
import { formatCount } from '@/domain/text';
import {
  COLUMNS,
  CUSTOMER_STATUS_TONES,
  type Customer,
  moneyOwedBy,
  SORTS,
  useLastBookedText,
} from './customer';

const NUMBERS: readonly CustomerSort[] = ['orders', 'spent', 'balance'];

type CustomerTableProps = {
  customers: Customer[];
  sort: CustomerSort;
  descending: boolean;
  onSort: (column: CustomerSort) => void;
  onOpen: (customer: Customer) => void;
};

/** A table with sortable columns. A row opens the customer, and a balance opens its open payments. */
export function CustomerTable(props: CustomerTableProps) {
  const lastBookedText = useLastBookedText();
  const { customers, sort, descending, onSort, onOpen } = props;
  return (
    <table className="w-full text-[0.95rem] max-lg:hidden">
      <thead>
        <tr className="border-b border-edge">
          {SORTS.map((column) => {
            const isSorted = column === sort;
            return (
              <th
                key={column}
                scope="col"
                aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}
                className={classNames(
                  NUMBERS.includes(column) ? 'text-end' : 'text-start',
                  column === 'lastOrder' && 'ps-8',
                )}
              >
                <button
                  type="button"
                  onClick={() => onSort(column)}
                  className={classNames(
                    'inline-flex min-h-10 cursor-pointer items-center gap-1 rounded-selector px-2 font-semibold hover:text-primary',
                    NUMBERS.includes(column) && 'flex-row-reverse',
                    isSorted ? 'text-primary' : 'text-muted',
                  )}
                >
                  {COLUMNS[column]}
                  <Icon
                    name={isSorted && descending ? 'chevron-down' : OTHER_ICONS.up}
                    size={16}
                    className={isSorted ? undefined : 'invisible'}
                  />
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {customers.map((customer) => (
          // Keyboards and screen readers use the button in the row. A mouse can press the whole row.
          <tr
            key={customer.id}
            className="cursor-pointer border-b border-edge/60 last:border-b-0 hover:bg-base-200"
            onClick={({ target }) => {
              if (!(target instanceof Element && target.closest('a'))) onOpen(customer);
            }}
          >
            <td className="px-2 py-2.5">
              <button
                type="button"
                className="cursor-pointer rounded-selector text-start font-semibold text-primary hover:underline"
              >
                {customer.fullName ?? customer.username}
              </button>
              {customer.fullName ? (
                <span className="block text-sm text-muted">
                  {customer.isGuest ? 'Guest' : customer.username}
                </span>
              ) : null}
              {customer.tags.length > 0 ? (
                <span className="block text-sm wrap-anywhere">{customer.tags.join(' · ')}</span>
              ) : null}
            </td>
            <td className="px-2 py-2.5">
              <span className="block wrap-anywhere">{customer.email}</span>
              {customer.phone ? (
                <span className="tabular block text-sm text-muted">
                  {<PhoneText phone={customer.phone} />}
                </span>
              ) : null}
            </td>
            <td className="tabular px-2 py-2.5 text-end">{formatCount(customer.totalOrders)}</td>
            <td className="tabular px-2 py-2.5 text-end font-semibold">
              {formatDollars(customer.totalSpentCents)}
            </td>
            <td className="tabular py-2.5 ps-10 pe-2">{lastBookedText(customer.lastOrderAt)}</td>
            <td className="px-2 py-2.5">
              <Badge tone={CUSTOMER_STATUS_TONES[customer.status]}>{customer.status}</Badge>
            </td>
            <td className="tabular px-2 py-2.5 text-end">
              {customer.balanceCents > 0 ? (
                <Link
                  to="/admin"
                  search={moneyOwedBy(customer.id)}
                  className="link font-semibold text-error"
                >
                  {formatDollars(customer.balanceCents)}
                </Link>
              ) : (
                <span className="text-muted">–</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
