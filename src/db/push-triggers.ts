/**
 * The triggers that write notifications to the outbox, in the transaction of what they're about. One
 * waiting message per browser and audience gathers its events, so that many changes are one
 * notification.
 */
import { rolesIn } from '@/domain/staff/areas';

/** A notification waits this long for more events after the latest one, and this long in all. */
const GATHER_MS = 5_000;
const LONGEST_MS = 8_000;
/** After this, it's too late to send. */
const LIFE_MS = 12 * 3_600_000;

type Event = { audience: 'driver' | 'staff'; event: string; at: string; of: string };

/** Adds an event for every browser of the people that `of` selects among `users u`. */
function notifying({ audience, event, at, of }: Event): string {
  const waiting = `channel = 'push' AND subject = '${audience}' AND attempts = 0
    AND sent_at IS NULL AND given_up_at IS NULL`;
  const browsers = `push_subscriptions s CROSS JOIN users u ON u.id = s.user_id WHERE ${of}`;
  return `UPDATE outbox SET "values" = json_insert("values", '$[#]', json(${event})),
      next_attempt_at = max(${at} + 1, min(${at} + ${GATHER_MS}, created_at + ${LONGEST_MS}))
    WHERE ${waiting} AND recipient IN (SELECT s.id FROM ${browsers});
    INSERT INTO outbox (id, channel, recipient, subject, body, "values", dedupe_key, attempts,
      next_attempt_at, expires_at, created_at)
    SELECT lower(hex(randomblob(16))), 'push', s.id, '${audience}', '', json_array(json(${event})),
      'push:' || lower(hex(randomblob(16))), 0, ${at} + ${GATHER_MS}, ${at} + ${LIFE_MS}, ${at}
    FROM ${browsers} AND NOT EXISTS (
      SELECT 1 FROM outbox WHERE recipient = s.id AND ${waiting});`;
}

const stopEvent = (kind: string, row: string) =>
  `json_object('kind', '${kind}', 'id', ${row}.id, 'date', ${row}.date)`;
const isPlanned = (row: string) =>
  `${row}.hold_expires_at IS NULL AND ${row}.status IN ('pending', 'confirmed', 'scheduled', 'en_route')`;
const office = rolesIn('deliveries')
  .map((role) => `'${role}'`)
  .join(', ');
const toOffice = notifying({
  audience: 'staff',
  event: "json_object('kind', new.kind, 'id', new.id)",
  at: 'new.created_at',
  of: `u.role IN (${office})`,
});

export const PUSH_TRIGGERS: Readonly<Record<string, string>> = {
  push_stop_assigned: `AFTER UPDATE OF driver_id ON appointments
  WHEN new.driver_id IS NOT NULL AND old.driver_id IS NOT new.driver_id AND ${isPlanned('new')} BEGIN
    ${notifying({ audience: 'driver', event: stopEvent('assigned', 'new'), at: 'new.updated_at', of: 'u.driver_id = new.driver_id' })}
  END`,

  push_stop_removed: `AFTER UPDATE OF driver_id ON appointments
  WHEN old.driver_id IS NOT NULL AND old.driver_id IS NOT new.driver_id AND ${isPlanned('old')} BEGIN
    ${notifying({ audience: 'driver', event: stopEvent('removed', 'old'), at: 'new.updated_at', of: 'u.driver_id = old.driver_id' })}
  END`,

  push_stop_cancelled: `AFTER UPDATE OF status ON appointments
  WHEN new.driver_id IS NOT NULL AND old.driver_id IS new.driver_id AND ${isPlanned('old')}
    AND new.status = 'cancelled' AND new.not_delivered_reason IS NULL BEGIN
    ${notifying({ audience: 'driver', event: stopEvent('removed', 'old'), at: 'new.updated_at', of: 'u.driver_id = old.driver_id' })}
  END`,

  push_stop_changed: `AFTER INSERT ON stop_changes BEGIN
    ${notifying({
      audience: 'driver',
      event: "json_object('kind', 'changed', 'id', new.appointment_id, 'changeId', new.id)",
      at: 'new.at',
      of: 'u.driver_id = new.driver_id',
    })}
  END`,

  // Drivers know about their own order of the stops.
  push_route_ordered: `AFTER INSERT ON audit_log
  WHEN new.action = 'driver.route_ordered' AND new.actor_kind <> 'driver' BEGIN
    ${notifying({
      audience: 'driver',
      event: "json_object('kind', 'moved', 'id', '', 'date', json_extract(new.after, '$.date'))",
      at: 'new.at',
      of: "u.driver_id = json_extract(new.after, '$.driverId')",
    })}
  END`,

  push_review_item_made: `AFTER INSERT ON review_items BEGIN ${toOffice} END`,
  push_review_item_reopened: `AFTER UPDATE OF state ON review_items
  WHEN old.state = 'done' AND new.state = 'open' BEGIN ${toOffice} END`,
};
