import { retryOnConflict, tryWriteGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import { MOST_UNUSED, RANGE_SIZE } from '@/domain/trucks/ticket';
import { TRUCK_MESSAGES } from '@/domain/trucks/truck.schema';
import type { AnyCall, UserCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import {
  closeRange,
  countUnused,
  insertRange,
  type RangeRow,
  selectRange,
  selectUnusedRange,
  selectUnusedRanges,
  voidingUnused,
} from './tickets.repository';

const TOO_MANY_UNUSED =
  'This truck has too many unused ticket numbers. New tickets get their numbers when they reach us.';

/** Numbers that a device may use without signal. */
export type GivenRange = { id: string; series: number; first: number; last: number };

/**
 * Gives a device the next ticket numbers of a truck. Asking again with the same ID returns the same
 * numbers.
 *
 * @throws `conflict` for numbers that are void, so that the device asks for others; `rate_limited` if
 *   too many numbers of the truck are unused. The server then numbers the tickets.
 */
export async function reserveTickets(
  call: UserCall,
  { id, truckId }: { id: string; truckId: number },
): Promise<GivenRange> {
  const { db, clock } = call.deps;
  return retryOnConflict(async () => {
    const [known] = await selectRange(db.orm, id);
    if (known) return givenTo(known, truckId);
    const written = await tryWriteGuarded(db, {
      guard: insertRange(db.orm, { id, series: truckId, now: clock.now() }),
      audit: audit(call, { action: 'truck.numbers_reserved', after: { truckId } }),
    });
    if (written) return givenTo(written.changed, truckId);
    const [[other], [unused]] = await db.read((orm) => [
      selectRange(orm, id),
      countUnused(orm, truckId),
    ]);
    if (other) return givenTo(other, truckId);
    if ((unused?.total ?? 0) + RANGE_SIZE > MOST_UNUSED) {
      throw new DomainError('rate_limited', TOO_MANY_UNUSED);
    }
    throw new DomainError('invalid_input', TRUCK_MESSAGES.id, { field: 'truckId' });
  });
}

function givenTo({ id, series, first, last, closedAt }: RangeRow, truckId: number): GivenRange {
  if (series === truckId && closedAt === null) return { id, series, first, last };
  throw new DomainError('conflict', 'These ticket numbers are void. Reload the page.');
}

const CLEANUP: Actor = { kind: 'system', name: 'Ticket numbers' };

/** Voids the numbers of devices that haven't used any for a week. */
export async function voidUnusedNumbers({ deps }: AnyCall): Promise<number> {
  const { db, clock } = deps;
  const ranges = await selectUnusedRanges(db.orm, clock.now());
  for (const range of ranges) {
    const now = clock.now();
    const { series: truckId, first, last } = range;
    await tryWriteGuarded(db, {
      guard: closeRange(db.orm, range, now),
      audit: audit(
        { deps, actor: CLEANUP },
        {
          action: 'truck.numbers_voided',
          after: { truckId, ticketNumbers: `${truckId}-${first} to ${truckId}-${last}` },
        },
      ),
      also: [voidingUnused(range, { date: todayOf(deps), now })],
    });
  }
  return ranges.length;
}

/** Returns the query for whether there are numbers to void. */
export const numbersToVoid = ({ deps: { db, clock } }: AnyCall) =>
  selectUnusedRange(db.orm, clock.now());
