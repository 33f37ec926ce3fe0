import { createFileRoute, Outlet, useNavigate } from '@tanstack/react-router';
import { Page } from '@/client/components/page';
import { BulkFeedback } from '@/client/features/admin/appointments/bulk/bulk-feedback';
import { BookButton } from '@/client/features/admin/book/book-button';
import { AdminHeader } from '@/client/features/admin/layout/admin-header';
import { RequireAdmin } from '@/client/features/admin/layout/require-admin';
import { PaymentsBanner } from '@/client/features/admin/review/payments-banner';
import { ReviewLink } from '@/client/features/admin/review/review-link';
import { StaffSearch } from '@/client/features/admin/search/staff-search';
import { useIsEmergency } from '@/client/identity/use-emergency';
import { StaffNotices } from '../-staff-notices';

/** Frames every screen under /admin, and checks that an admin is signed in. */
export const Route = createFileRoute('/admin')({ component: AdminLayout });

function AdminLayout() {
  return (
    <RequireAdmin>
      <Page
        header={<AdminHeader search={<StaffSearch />} review={<ReviewLink />} book={<Book />} />}
        width="full"
        className="pt-1.5 sm:pt-3 desk:pt-1"
      >
        <div className="no-print">
          <StaffNotices />
          <PaymentsBanner />
        </div>
        <Outlet />
        <BulkFeedback />
      </Page>
    </RequireAdmin>
  );
}

/** Opens the new booking on its day. */
function Book() {
  const navigate = useNavigate();
  if (useIsEmergency()) return null;
  return (
    <BookButton
      onBooked={({ id, date: day }) =>
        navigate({ to: '/admin', search: { view: 'day', day, open: id } })
      }
    />
  );
}
