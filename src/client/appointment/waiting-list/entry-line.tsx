import type { ReactNode } from 'react';
import { Badge, type Tone } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { PhoneLink } from '@/client/components/phone-link';
import { useInstants } from '@/client/lib/business-zone';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { entryName, entryStateText, hasOffer, isInLine, type StaffEntry } from './entry';

type EntryLineProps = {
  entry: StaffEntry;
  /** The heading instead of the person's name, such as the window that they wait for. */
  title?: ReactNode;
  /** Offers the entry a spot, or the reason why staff can't. Undefined on a page without offers. */
  offer?: (() => void) | string | undefined;
  onRemove: () => void;
};

const toneOf = (entry: StaffEntry): Tone =>
  hasOffer(entry) ? 'teal' : entry.state === 'waiting' ? 'yellow' : 'grey';

/** An entry of the waiting list: the person, the order, the waiting time, and the actions. */
export function EntryLine({ entry, title, offer, onRemove }: EntryLineProps) {
  const { formatInstant, formatTimeOfDay } = useInstants();
  const { offeredUntil, queuedAt, joinedAt, customerPhone } = entry;
  const until = offeredUntil === null ? null : formatTimeOfDay(offeredUntil);
  const name = entryName(entry);
  return (
    <li
      data-entry={entry.id}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
    >
      <div className="min-w-[min(100%,14rem)] flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold wrap-anywhere">{title ?? name}</span>
          {customerPhone && !title ? (
            <PhoneLink phone={customerPhone} className="link link-hover" />
          ) : null}
          <Badge tone={toneOf(entry)}>{entryStateText(entry, until)}</Badge>
        </p>
        <p className="text-sm">
          {withNoBreaks([entry.order, entry.location].filter(Boolean).join(' · '))}
        </p>
        <p className="text-sm text-muted">
          {queuedAt === null ? 'Asked on' : 'Waiting since'} {formatInstant(queuedAt ?? joinedAt)}
          {entry.time === null ? ', for any window of the day' : ''}
        </p>
        {entry.reason === null ? null : (
          <p className="text-sm text-muted wrap-anywhere">Reason: {entry.reason}</p>
        )}
      </div>
      {isInLine(entry) ? (
        <div className="flex flex-wrap gap-2 max-sm:basis-full">
          {offer === undefined || entry.state !== 'waiting' ? null : typeof offer === 'string' ? (
            <Button size="sm" variant="quiet" className="max-sm:flex-1" disabled>
              {offer}
            </Button>
          ) : (
            <Button
              size="sm"
              variant="primary"
              className="max-sm:flex-1"
              aria-label={`Offer now to ${name}`}
              onClick={offer}
            >
              Offer Now
            </Button>
          )}
          <Button
            size="sm"
            variant="quiet"
            className="max-sm:flex-1"
            aria-label={`Remove ${name}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </div>
      ) : null}
    </li>
  );
}
