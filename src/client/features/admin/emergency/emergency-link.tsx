import { Link } from '@tanstack/react-router';
import { buttonClass } from '@/client/components/button';
import { trpc } from '@/client/lib/trpc';

/**
 * Links to emergency access, unless it's off. If the check fails, the link stays, because someone
 * may need it.
 */
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
