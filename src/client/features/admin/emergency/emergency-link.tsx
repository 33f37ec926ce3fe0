import { Link } from '@tanstack/react-router';
import { buttonClass } from '@/client/components/button';
import { trpc } from '@/client/lib/trpc';

/** Leads to emergency access, unless it's turned off. A failed check keeps the link: it may be needed then. */
export function EmergencyLink() {
  const access = trpc.auth.emergencyAccess.useQuery();
  if (!access.isError && !access.data?.enabled) return null;
  return (
    <p className="mt-4 text-center">
      <Link to="/emergency-admin" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
        Emergency Admin Access
      </Link>
    </p>
  );
}
