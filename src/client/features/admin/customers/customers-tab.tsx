import type { BookFor, CustomerView } from './customer';
import { CustomerList } from './customer-list';
import { CustomerPage } from './customer-page';

type CustomersTabProps = {
  view: CustomerView;
  onView: (change: Partial<CustomerView>) => void;
  bookFor: BookFor;
};

/** The customer list, or one customer's page. */
export function CustomersTab({ view, onView, bookFor }: CustomersTabProps) {
  return view.customerId === null ? (
    <CustomerList view={view} onView={onView} />
  ) : (
    <CustomerPage
      key={view.customerId}
      id={view.customerId}
      bookFor={bookFor}
      onBack={() => onView({ customerId: null })}
      onOpen={(customerId) => onView({ customerId })}
    />
  );
}
