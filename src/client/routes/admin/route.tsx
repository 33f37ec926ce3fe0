import { createFileRoute, Outlet } from '@tanstack/react-router';
import { Page } from '@/client/components/page';
import { AdminGate } from '@/client/features/admin/gate/admin-gate';
import { AdminHeader } from '@/client/features/admin/gate/admin-header';
import { PaymentsBanner } from '@/client/features/admin/review/payments-banner';
import { ReviewLink } from '@/client/features/admin/review/review-link';
import { StaffNotices } from '../-staff-notices';

/** Every screen under /admin: the check that an admin is signed in, and the bar on top. */
export const Route = createFileRoute('/admin')({ component: AdminLayout });

function AdminLayout() {
  return (
    <AdminGate>
      <Page header={<AdminHeader review={<ReviewLink />} />} width="full">
        <StaffNotices />
        <PaymentsBanner />
        <Outlet />
      </Page>
    </AdminGate>
  );
}
