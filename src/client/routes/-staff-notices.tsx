import { Callout } from '@/client/components/feedback/callout';
import { useIsEmergency } from '@/client/identity/use-emergency';
import { useInstants } from '@/client/lib/business-zone';
import { trpc } from '@/client/lib/trpc';
import { RECENT_DAYS } from '@/domain/appointment/status';

/** We poll, because the command that ends a restore sends no live update. */
const POLL_MS = 60_000;

/**
 * Warns on every staff screen about emergency access, test keys, and a restored backup. Renders
 * nothing without them.
 */
export function StaffNotices() {
  const { formatWeekdayAndTime } = useInstants();
  const isEmergency = useIsEmergency();
  const { data } = trpc.admin.notices.useQuery(undefined, { refetchInterval: POLL_MS });
  return (
    <>
      {isEmergency ? (
        <Callout tone="warn" className="mb-6" title="You’re using emergency access">
          <p>
            It covers appointments, the calendar, prices, and drivers’ days, and it ends after 30
            minutes. You’ll see upcoming deliveries and those from the last {RECENT_DAYS} days. For
            customer lists, reports, files, accounts, passwords, keys, and links, sign in with your
            own account.
          </p>
        </Callout>
      ) : null}
      {data?.testKeys ? (
        <Callout tone="warn" className="mb-6" title="Stripe is using test keys">
          <p>
            Cards aren’t charged, and you won’t receive any money. Set the live keys before
            customers book.
          </p>
        </Callout>
      ) : null}
      {data?.restore ? (
        <Callout tone="error" live className="mb-6" title="Charges and refunds are paused">
          <p>
            A backup from {formatWeekdayAndTime(data.restore.madeAt)} was restored on{' '}
            {formatWeekdayAndTime(data.restore.restoredAt)}. Stripe may have payments that are
            missing here. You can complete deliveries as usual. We won’t charge or refund anything
            until the operator runs <code>bun run reconcile</code>.
          </p>
        </Callout>
      ) : null}
    </>
  );
}
