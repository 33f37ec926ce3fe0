import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { trpc } from '@/client/lib/trpc';
import { formatMonthDay, formatWeekday } from '@/domain/dates';
import { copyLink } from './guest-link';
import { useRemoveFromBrowser } from './use-remove-from-browser';

/**
 * Shows a signed-in customer the guest deliveries of this browser that didn't go into the account,
 * with their links. Renders nothing if there are none.
 */
export function LeftFromGuests() {
  const { data: left = [] } = trpc.booking.leftFromGuests.useQuery();
  const { remove, isPending, removeDialog } = useRemoveFromBrowser();
  if (left.length === 0) return null;
  const isOne = left.length === 1;
  return (
    <Callout
      className="mb-4"
      title={`${left.length} guest ${isOne ? 'delivery isn’t' : 'deliveries aren’t'} in your account`}
    >
      <p>
        {isOne ? 'It was' : 'They were'} booked in this browser with another phone number.
        {isOne ? ' Its link will still work.' : ' Their links will still work.'} When you sign out,
        we’ll remove {isOne ? 'it' : 'them'} from this browser.
      </p>
      <ul className="my-2 flex flex-col gap-2">
        {left.map(({ id, publicCode, date, link }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="tabular">
              {`${publicCode}, ${formatWeekday(date)}, ${formatMonthDay(date)}`}
            </span>
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Copy Link for ${publicCode}`}
              onClick={() => copyLink(link)}
            >
              Copy Link
            </Button>
          </li>
        ))}
      </ul>
      <Button size="sm" variant="ghost" busy={isPending} onClick={() => void remove(left, left)}>
        Remove From This Browser
      </Button>
      {removeDialog}
    </Callout>
  );
}
