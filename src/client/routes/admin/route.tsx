import { createFileRoute, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { EmptyState } from '@/client/components/feedback/states';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Page } from '@/client/components/page';
import { BulkFeedback } from '@/client/features/admin/appointments/bulk/bulk-feedback';
import { BookButton } from '@/client/features/admin/book/book-button';
import { AdminHeader } from '@/client/features/admin/layout/admin-header';
import { areaAt } from '@/client/features/admin/layout/main-pages';
import { RequireAdmin } from '@/client/features/admin/layout/require-admin';
import { PaymentsBanner } from '@/client/features/admin/review/payments-banner';
import { ReviewLink } from '@/client/features/admin/review/review-link';
import { StaffSearch } from '@/client/features/admin/search/staff-search';
import { useIsEmergency } from '@/client/identity/use-emergency';
import { useMay, useRole } from '@/client/identity/use-may';
import type { Role } from '@/domain/roles';
import { isOfficeRole } from '@/domain/staff/areas';
import { OFFICE_ROLE_LABELS } from '@/domain/staff/people';
import { StaffNotices } from '../-staff-notices';

/** Frames every screen under /admin, and checks that someone from the office is signed in. */
export const Route = createFileRoute('/admin')({ component: AdminLayout });

function AdminLayout() {
  return (
    <RequireAdmin>
      <Office />
    </RequireAdmin>
  );
}

/** The frame, with only the parts for the person's areas of work. */
function Office() {
  const role = useRole();
  const may = useMay();
  const area = useRouterState({ select: ({ location }) => areaAt(location.pathname) });
  const delivers = may('deliveries');
  // The first screen depends on the role.
  if (role === undefined) return null;
  return (
    <Page
      header={
        <AdminHeader
          search={may('customers') ? <StaffSearch /> : null}
          review={delivers ? <ReviewLink /> : null}
          book={delivers ? <Book /> : null}
        />
      }
      width="full"
      // The dashboard starts high, so that the first delivery is in sight. A large title needs room.
      className="pt-1.5 has-[.page-title]:pt-5 sm:pt-3 desk:pt-1"
    >
      <div className="no-print">
        <StaffNotices />
        {may('payments') ? <PaymentsBanner /> : null}
      </div>
      {area === null || may(area) ? <Outlet /> : <OtherRole role={role} />}
      {delivers ? <BulkFeedback /> : null}
    </Page>
  );
}

/** Shown instead of a screen that isn't for the person's role. */
function OtherRole({ role }: { role: Role }) {
  return (
    <EmptyState icon={OTHER_ICONS.lock} title="Not available for your role" className="mt-8">
      {isOfficeRole(role) ? `Your role is ${OFFICE_ROLE_LABELS[role]}. ` : null}
      An owner can change it.
    </EmptyState>
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
