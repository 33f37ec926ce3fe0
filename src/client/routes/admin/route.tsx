import { createFileRoute, Outlet } from '@tanstack/react-router';
import { Page } from '@/client/components/page';
import { BulkFeedback } from '@/client/features/admin/appointments/bulk/bulk-feedback';
import { AdminHeader } from '@/client/features/admin/layout/admin-header';
import { RequireAdmin } from '@/client/features/admin/layout/require-admin';
import { PaymentsBanner } from '@/client/features/admin/review/payments-banner';
import { ReviewLink } from '@/client/features/admin/review/review-link';
import { StaffSearch } from '@/client/features/admin/search/staff-search';
import { StaffNotices } from '../-staff-notices';

/** Frames every screen under /admin, and checks that an admin is signed in. */
export const Route = createFileRoute('/admin')({ component: AdminLayout });

function AdminLayout() {
  return (
    <RequireAdmin>
      <Page
        header={<AdminHeader search={<StaffSearch />} review={<ReviewLink />} />}
        width="full"
        className="max-sm:pt-3 desk:pt-2.5"
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
