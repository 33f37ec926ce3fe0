import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { auditLog, availabilitySlots } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';

/** Selects the newest bulk block since an instant (ms) that still blocks a window from today on. */
export function selectLastBlock(orm: Queryable, today: CalendarDate, since: number) {
  const stillBlocked = sql`exists (select 1 from json_each(${auditLog.after}, '$.timeSlots') as named cross join ${availabilitySlots} where ${availabilitySlots.date} = substr(named.value, 1, 10) and ${availabilitySlots.slotIndex} = cast(substr(named.value, 12) as numeric) and ${availabilitySlots.isAvailable} = 0 and ${availabilitySlots.date} >= ${today})`;
  const undone = sql`exists (select 1 from ${auditLog} as later where later.thing = 'slots' and later.at >= ${auditLog.at} and later.action = 'slots.bulk_undone' and later.before ->> 'batchId' = ${auditLog.id})`;
  return orm
    .select({
      batchId: auditLog.id,
      by: auditLog.actorName,
      at: auditLog.at,
      from: sql<CalendarDate>`${auditLog.after} ->> 'from'`,
      to: sql<CalendarDate>`${auditLog.after} ->> 'to'`,
      count: sql<number>`json_array_length(${auditLog.after}, '$.timeSlots')`,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.thing, 'slots'),
        gt(auditLog.at, since),
        eq(auditLog.action, 'slots.bulk_blocked'),
        sql`not ${undone}`,
        stillBlocked,
      ),
    )
    .orderBy(desc(auditLog.at))
    .limit(1);
}
