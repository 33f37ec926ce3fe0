import { Callout } from '@/client/components/feedback/callout';
import { useIsEmergency } from '@/client/identity/use-emergency';
import { useInstants } from '@/client/lib/business-zone';
import { trpc } from '@/client/lib/trpc';
import { RECENT_DAYS } from '@/domain/appointment/status';

/** A command on the server ends a restore, and no live topic tells of it. */
const POLL_MS = 60_000;

/**
 * Says on every screen of staff what makes payments on this server different, and what emergency
 * access is not for. Draws nothing otherwise.
 */
export function StaffNotices() {
  const { formatWeekdayAndTime } = useInstants();
  const isEmergency = useIsEmergency();
  const { data } = trpc.admin.notices.useQuery(undefined, { refetchInterval: POLL_MS });
  return (
    <>
      {isEmergency ? (
        <Callout tone="warn" className="mb-6" title="You are here by emergency access">
          <p>
            It works on appointments, the calendar, prices, and drivers’ days, and ends 30 minutes
            after it began. It shows the deliveries of the last {RECENT_DAYS} days and those to
            come. For lists of customers, reports, files, accounts, passwords, keys, and links, sign
            in with your own account.
          </p>
        </Callout>
      ) : null}
      {data?.testKeys ? (
        <Callout tone="warn" className="mb-6" title="Stripe runs on test keys">
          <p>No card is charged, and no money arrives. Set the live keys before customers book.</p>
        </Callout>
      ) : null}
      {data?.restore ? (
        <Callout tone="error" live className="mb-6" title="Charges and refunds wait">
          <p>
            On {formatWeekdayAndTime(data.restore.restoredAt)} a backup of{' '}
            {formatWeekdayAndTime(data.restore.madeAt)} was restored. Stripe may know of payments
            that are missing here. Deliveries can be completed as always; nothing is charged or
            refunded until the operator runs <code>bun run reconcile</code>.
          </p>
        </Callout>
      ) : null}
    </>
  );
}
