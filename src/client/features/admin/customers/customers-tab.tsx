import type { BookFor, CustomerView } from './customer';
import { CustomerList } from './customer-list';
import { CustomerPage } from './customer-page';

type CustomersTabProps = {
  view: CustomerView;
  onView: (change: Partial<CustomerView>) => void;
  bookFor: BookFor;
};

/** The list of customers, or the page of one. */
export function CustomersTab({ view, onView, bookFor }: CustomersTabProps) {
  return view.customerId === null ? (
    <CustomerList view={view} onView={onView} />
  ) : (
    <CustomerPage
      key={view.customerId}
      id={view.customerId}
      bookFor={bookFor}
      onBack={() => onView({ customerId: null })}
    />
  );
}
