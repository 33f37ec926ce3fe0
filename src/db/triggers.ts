/**
 * All triggers of the database, written by hand because drizzle doesn't support triggers. Those
 * named `changes_…` add a row to `changes` (schema/coordination.ts) in the same transaction as the
 * write. Those named `audit_…` and `ledger_…` protect the audit log and the ledger from changes.
 * Those with `search` in their name track changes for staff search (schema/search.ts).
 * At each start, `migrate.ts` creates, replaces, and drops triggers until the database has exactly
 * these. Change a trigger together with a migration, which may be empty (`bun run db:generate
 * --custom`). Then an older program that starts next to a newer one leaves the newer triggers
 * alone.
 */
import type { ChangeTopic } from '@/domain/live/topics';
import { PUSH_TRIGGERS } from './push-triggers';
import {
  FORGET_DETAILS,
  FORGET_GUEST,
  NOTE_APPOINTMENT_CHANGE,
  NOTE_CLAIM,
  NOTE_DRIVER_CHANGE,
  NOTE_USER_CHANGE,
  noteCustomerChange,
  searchTriggers,
} from './search-changes';
import { STOP_CHANGE_TRIGGERS } from './stop-change-triggers';

/** The balances of a row in `account_deliveries`. Its migration has the same text. */
const ACCOUNT_BALANCES = `unbilled_cents = coalesce((SELECT sum(CASE
      WHEN state IN ('succeeded', 'cash') THEN coalesce(received_cents, amount_cents) - refunded_cents
      WHEN state = 'held' THEN 0 ELSE amount_cents END)
      FROM charges WHERE charges.appointment_id = account_deliveries.appointment_id), 0)
    - coalesce((SELECT sum(amount_cents) FROM invoice_lines
      WHERE invoice_lines.appointment_id = account_deliveries.appointment_id), 0),
    unpaid_cents = coalesce((SELECT sum(amount_cents) FROM charges
      WHERE charges.appointment_id = account_deliveries.appointment_id
      AND state NOT IN ('succeeded', 'cash', 'held')), 0)`;

/** Every trigger by name, with the text that follows `CREATE TRIGGER name`. */
export const TRIGGERS: Readonly<Record<string, string>> = {
  changes_appointment_made: `AFTER INSERT ON appointments BEGIN
    INSERT INTO changes (topic, appointment_id, user_id, driver_id, slots)
    VALUES ('appointments', new.id, new.user_id, new.driver_id, 1);
  END`,

  // The time windows change if the appointment moves, is cancelled, or starts or ends its hold.
  changes_appointment_changed: `AFTER UPDATE ON appointments BEGIN
    INSERT INTO changes (topic, appointment_id, user_id, driver_id, slots)
    VALUES ('appointments', new.id, new.user_id, new.driver_id,
      old.date IS NOT new.date OR old.slot_index IS NOT new.slot_index
      OR (old.status = 'cancelled') IS NOT (new.status = 'cancelled')
      OR old.hold_expires_at IS NOT new.hold_expires_at);
  END`,

  // The trigger above notifies the new driver. This one notifies the previous driver.
  changes_appointment_reassigned: `AFTER UPDATE OF driver_id ON appointments
  WHEN old.driver_id IS NOT NULL AND old.driver_id IS NOT new.driver_id BEGIN
    INSERT INTO changes (topic, appointment_id, user_id, driver_id)
    VALUES ('appointments', new.id, new.user_id, old.driver_id);
  END`,

  changes_appointment_gone: `AFTER DELETE ON appointments BEGIN
    INSERT INTO changes (topic, appointment_id, user_id, driver_id, slots)
    VALUES ('appointments', old.id, old.user_id, old.driver_id, 1);
  END`,

  changes_charge_made: `AFTER INSERT ON charges BEGIN ${changeOfItsAppointment()} END`,
  changes_charge_changed: `AFTER UPDATE ON charges BEGIN ${changeOfItsAppointment()} END`,

  // If Stripe refuses again, only the count changes, which no page shows.
  changes_payment_troubles_made: `AFTER INSERT ON payment_troubles BEGIN ${changeFor('staff')} END`,
  changes_payment_troubles_changed: `AFTER UPDATE ON payment_troubles
  WHEN old.ended_at IS NOT new.ended_at OR old.reason IS NOT new.reason BEGIN ${changeFor('staff')} END`,

  ...onEveryWrite('review_items', 'staff'),
  ...onEveryWrite('business_settings', 'staff'),
  ...onEveryWrite('bulk_changes', 'staff'),
  // A part of a bulk change may reserve a spot until `kept_until`, so a new time changes the free spots.
  changes_bulk_parts_changed: `AFTER UPDATE ON bulk_parts BEGIN
    INSERT INTO changes (topic, slots) VALUES ('staff', old.kept_until IS NOT new.kept_until);
  END`,

  ...onEveryWrite('availability_slots', 'slots'),
  ...onEveryWrite('booking_settings', 'slots'),
  // People in line reserve the spots that become free.
  ...onEveryWrite('waitlist_entries', 'slots'),
  changes_hours_entries_made: `AFTER INSERT ON hours_entries BEGIN ${changeFor('slots')} END`,
  ...refused('hours_entries_changed', 'the history of hours', 'BEFORE UPDATE ON hours_entries'),
  ...refused('hours_entries_gone', 'the history of hours', 'BEFORE DELETE ON hours_entries'),
  ...onEveryWrite('fuel_prices', 'prices'),
  changes_price_entries_made: `AFTER INSERT ON price_entries BEGIN ${changeFor('prices')} END`,
  ...refused('price_entries_changed', 'the price history', 'BEFORE UPDATE ON price_entries'),
  ...refused('price_entries_gone', 'the price history', 'BEFORE DELETE ON price_entries'),
  changes_tax_entries_made: `AFTER INSERT ON tax_entries BEGIN ${changeFor('prices')} END`,
  ...refused('tax_entries_changed', 'the tax history', 'BEFORE UPDATE ON tax_entries'),
  ...refused('tax_entries_gone', 'the tax history', 'BEFORE DELETE ON tax_entries'),
  ...refused('account_entries_changed', 'the accounts', 'BEFORE UPDATE ON account_entries'),
  ...refused('account_entries_gone', 'the accounts', 'BEFORE DELETE ON account_entries'),
  ...refused('legal_texts_changed', 'the legal texts', 'BEFORE UPDATE ON legal_texts'),
  ...refused('legal_texts_gone', 'the legal texts', 'BEFORE DELETE ON legal_texts'),
  ...refused('standard_texts_changed', 'the standard texts', 'BEFORE UPDATE ON standard_texts'),
  ...refused('standard_texts_gone', 'the standard texts', 'BEFORE DELETE ON standard_texts'),
  ...onEveryWrite('support_settings', 'support'),
  ...onEveryWrite('weather_data', 'weather'),

  changes_drivers_made: `AFTER INSERT ON drivers BEGIN ${changeOfDriver('new.id')} END`,
  // Pages don't show the search text, and it's folded only after pages were notified of the change.
  changes_drivers_changed: `AFTER UPDATE ON drivers WHEN old.search_text IS new.search_text
  BEGIN ${changeOfDriver('new.id')} END`,
  changes_drivers_gone: `AFTER DELETE ON drivers BEGIN ${changeOfDriver('old.id')} END`,

  changes_driver_reports_made: `AFTER INSERT ON driver_reports BEGIN ${changeOfDriver('new.driver_id')} END`,
  changes_driver_reports_changed: `AFTER UPDATE ON driver_reports BEGIN ${changeOfDriver('new.driver_id')} END`,

  changes_route_orders_made: `AFTER INSERT ON route_orders BEGIN ${changeOfDriver('new.driver_id')} END`,
  changes_route_orders_changed: `AFTER UPDATE ON route_orders BEGIN ${changeOfDriver('new.driver_id')} END`,
  changes_route_orders_gone: `AFTER DELETE ON route_orders BEGIN ${changeOfDriver('old.driver_id')} END`,

  changes_loads_made: `AFTER INSERT ON loads BEGIN ${changeOfDriver('new.driver_id')} END`,
  changes_loads_changed: `AFTER UPDATE ON loads BEGIN ${changeOfDriver('new.driver_id')} END`,

  // A driver's other truck keeps the load that was entered for it.
  loads_left: `AFTER UPDATE OF truck_id ON loads
  WHEN old.truck_id IS NOT NULL AND old.truck_id IS NOT new.truck_id BEGIN
    DELETE FROM left_loads WHERE date = old.date AND driver_id = old.driver_id
      AND truck_id IN (old.truck_id, new.truck_id);
    INSERT INTO left_loads (date, driver_id, truck_id, regular_gallons_tenths,
      premium_gallons_tenths, small_ice_bags, large_ice_bags, updated_at)
    VALUES (old.date, old.driver_id, old.truck_id, old.regular_gallons_tenths,
      old.premium_gallons_tenths, old.small_ice_bags, old.large_ice_bags, old.updated_at);
  END`,

  ...loadsFollowTruck('loads_of_first_truck', 'AFTER INSERT ON truck_days'),
  ...loadsFollowTruck('loads_of_next_truck', 'AFTER UPDATE OF truck_id ON truck_days'),

  changes_truck_days_made: `AFTER INSERT ON truck_days BEGIN ${changeOfDriver('new.driver_id')} END`,
  changes_truck_days_changed: `AFTER UPDATE ON truck_days BEGIN ${changeOfDriver('new.driver_id')} END`,
  ...onEveryWrite('trucks', 'staff'),
  ...refused('tickets_changed', 'a ticket number', 'BEFORE UPDATE ON tickets'),
  ...refused('tickets_gone', 'a ticket number', 'BEFORE DELETE ON tickets'),

  delivery_entries_made: `AFTER INSERT ON appointments WHEN new.status = 'completed' BEGIN
    ${deliveryEntriesOf([deliveredBy('new', 1)])} END`,
  delivery_entries_corrected: `AFTER UPDATE OF status, driver_id, date, test_mode, fuel_type, actual_gallons_tenths,
    estimated_gallons_tenths, small_ice_bags, large_ice_bags ON appointments
  WHEN old.status = 'completed' OR new.status = 'completed' BEGIN
    ${deliveryEntriesOf([deliveredBy('old', -1), deliveredBy('new', 1)])} END`,
  ...refused('delivery_entries_changed', 'what was delivered', 'BEFORE UPDATE ON delivery_entries'),
  ...refused('delivery_entries_gone', 'what was delivered', 'BEFORE DELETE ON delivery_entries'),
  ...onEveryWrite('truck_counts', 'staff'),
  ...onEveryWrite('cash_counts', 'staff'),
  changes_closed_days_made: `AFTER INSERT ON closed_days BEGIN ${changeFor('staff')} END`,
  ...refused('closed_days_changed', 'a closed day', 'BEFORE UPDATE ON closed_days'),
  ...refused('closed_days_gone', 'a closed day', 'BEFORE DELETE ON closed_days'),

  audit_log_numbered: `AFTER INSERT ON audit_log BEGIN
    INSERT INTO audit_seals (entry_id) VALUES (new.id);
  END`,
  ...refused('audit_log_changed', 'the audit log', 'BEFORE UPDATE ON audit_log'),
  ...refused('audit_log_gone', 'the audit log', 'BEFORE DELETE ON audit_log'),
  ...refused('audit_details_changed', 'the audit log', 'BEFORE UPDATE ON audit_details'),
  // A seal is set once, and nothing else in its row ever changes.
  ...refused(
    'audit_seals_changed',
    'the audit log',
    `BEFORE UPDATE ON audit_seals
  WHEN old.hash IS NOT NULL OR new.number IS NOT old.number OR new.entry_id IS NOT old.entry_id`,
  ),
  ...refused('audit_seals_gone', 'the audit log', 'BEFORE DELETE ON audit_seals'),

  ...refused('ledger_changed', 'the ledger', 'BEFORE UPDATE ON ledger'),
  ...refused('ledger_gone', 'the ledger', 'BEFORE DELETE ON ledger'),
  ...accountBalances('delivery', 'AFTER INSERT ON account_deliveries'),
  ...accountBalances('charge_made', 'AFTER INSERT ON charges'),
  ...accountBalances(
    'charge_changed',
    'AFTER UPDATE OF state, amount_cents, received_cents, refunded_cents ON charges',
  ),
  ...accountBalances('billed', 'AFTER INSERT ON invoice_lines'),

  ...refused('invoices_changed', 'an invoice', 'BEFORE UPDATE ON invoices'),
  ...refused('invoices_gone', 'an invoice', 'BEFORE DELETE ON invoices'),
  ...refused('invoice_lines_changed', 'an invoice', 'BEFORE UPDATE ON invoice_lines'),
  ...refused('invoice_lines_gone', 'an invoice', 'BEFORE DELETE ON invoice_lines'),
  ...refused('ledger_month_changed', 'a closed month', 'BEFORE UPDATE ON closed_months'),
  ...refused('ledger_month_gone', 'a closed month', 'BEFORE DELETE ON closed_months'),

  search_customer_made: `AFTER INSERT ON users BEGIN ${noteCustomerChange('new.id')}; END`,
  search_customer_changed: `AFTER UPDATE OF full_name, username, email, phone, role ON users BEGIN
    ${NOTE_USER_CHANGE}; END`,
  search_driver_changed: `AFTER UPDATE OF name, phone, email ON drivers BEGIN ${NOTE_DRIVER_CHANGE}; END`,
  ...customerTextOf('boat', 'boats', 'name'),
  ...customerTextOf('dock', 'docks', 'label, slip'),
  search_appointment_changed: `AFTER UPDATE OF location, slip_number, customer_name, customer_email,
    customer_phone, boat ON appointments BEGIN ${NOTE_APPOINTMENT_CHANGE}; END`,
  // A hold's guest isn't in the list of customers before the hold is finalized.
  search_guest_booked: `AFTER UPDATE OF hold_expires_at ON appointments
  WHEN new.hold_expires_at IS NULL AND old.hold_expires_at IS NOT NULL AND new.user_id IS NULL BEGIN
    ${NOTE_APPOINTMENT_CHANGE}; END`,
  search_guest_claimed: `AFTER UPDATE OF user_id ON appointments
  WHEN new.user_id IS NOT NULL AND old.user_id IS NULL BEGIN ${NOTE_CLAIM}; END`,
  search_guest_gone: `AFTER DELETE ON guest_appointments BEGIN ${FORGET_GUEST}; END`,
  guest_forgotten: `AFTER DELETE ON users BEGIN ${FORGET_DETAILS}; END`,
  ...searchTriggers('customers_search', 'customer_search_texts'),
  ...searchTriggers('appointments_search', 'appointment_search_texts'),
  ...STOP_CHANGE_TRIGGERS,
  ...PUSH_TRIGGERS,
};

/**
 * Numbers the audit entries that were added without the trigger above, either before it existed or
 * by an older program during an upgrade.
 */
export const NUMBER_AUDIT_ENTRIES = `INSERT INTO audit_seals (entry_id)
  SELECT id FROM audit_log WHERE id NOT IN (SELECT entry_id FROM audit_seals) ORDER BY at, id`;

/** Keeps what's unbilled and unpaid of a house account's delivery, so that lists don't add it up. */
function accountBalances(name: string, when: string): Record<string, string> {
  return {
    [`account_balances_${name}`]: `${when} BEGIN
    UPDATE account_deliveries SET ${ACCOUNT_BALANCES} WHERE appointment_id = new.appointment_id; END`,
  };
}

/** Returns a change for every page. With the topic `slots`, it changes the time windows. */
export function changeFor(topic: ChangeTopic): string {
  return `INSERT INTO changes (topic, slots) VALUES ('${topic}', ${topic === 'slots' ? 1 : 0});`;
}

function onEveryWrite(table: string, topic: ChangeTopic): Record<string, string> {
  return {
    [`changes_${table}_made`]: `AFTER INSERT ON ${table} BEGIN ${changeFor(topic)} END`,
    [`changes_${table}_changed`]: `AFTER UPDATE ON ${table} BEGIN ${changeFor(topic)} END`,
    [`changes_${table}_gone`]: `AFTER DELETE ON ${table} BEGIN ${changeFor(topic)} END`,
  };
}

/**
 * Returns triggers that mark a customer's search text as stale when one of their things changes.
 */
function customerTextOf(thing: string, table: string, columns: string): Record<string, string> {
  const keep = (row: 'new' | 'old') => `BEGIN ${noteCustomerChange(`${row}.user_id`)}; END`;
  return {
    [`search_${thing}_made`]: `AFTER INSERT ON ${table} ${keep('new')}`,
    [`search_${thing}_changed`]: `AFTER UPDATE OF ${columns} ON ${table} ${keep('new')}`,
    [`search_${thing}_gone`]: `AFTER DELETE ON ${table} ${keep('old')}`,
  };
}

/**
 * Selects what a completed appointment's row took from its driver's load, as the load counts it. A
 * test order takes nothing, because nobody pumps its fuel. The truck is the ticket's. Deliveries from
 * before tickets existed keep the truck of their first entry.
 */
function deliveredBy(row: 'old' | 'new', sign: 1 | -1): string {
  const gallons = `coalesce(${row}.actual_gallons_tenths, ${row}.estimated_gallons_tenths)`;
  return `SELECT coalesce(${row}.driver_id, 0) AS driver_id, ${row}.date AS delivered_on,
    ${sign} * iif(${row}.fuel_type = 'Premium', 0, ${gallons}) AS regular,
    ${sign} * iif(${row}.fuel_type = 'Premium', ${gallons}, 0) AS premium,
    coalesce(${row}.ticket ->> '$.series', (SELECT truck_id FROM delivery_entries
      WHERE appointment_id = ${row}.id ORDER BY id LIMIT 1), 0) AS truck_id,
    ${sign} * ${row}.small_ice_bags AS small, ${sign} * ${row}.large_ice_bags AS large
    WHERE ${row}.status = 'completed' AND NOT ${row}.test_mode`;
}

/** Adds the sums of these rows, by driver, date, and truck. Equal rows with opposite signs add nothing. */
function deliveryEntriesOf(rows: readonly string[]): string {
  return `INSERT INTO delivery_entries (appointment_id, driver_id, delivered_on, truck_id,
      regular_gallons_tenths, premium_gallons_tenths, small_ice_bags, large_ice_bags)
    SELECT new.id, driver_id, delivered_on, truck_id, sum(regular), sum(premium), sum(small), sum(large)
    FROM (${rows.join(' UNION ALL ')}) GROUP BY driver_id, delivered_on, truck_id
    HAVING sum(regular) <> 0 OR sum(premium) <> 0 OR sum(small) <> 0 OR sum(large) <> 0;`;
}

/**
 * Leaves the load of a driver's former truck with that truck, and takes over the load that was entered
 * for the new one. A load that was entered before the driver had a truck goes to the new one, unless
 * the driver has delivered without a truck.
 */
function loadsFollowTruck(name: string, write: string): Record<string, string> {
  const amounts = `regular_gallons_tenths, premium_gallons_tenths, small_ice_bags, large_ice_bags, updated_at`;
  const isTheirs = 'date = new.date AND driver_id = new.driver_id';
  const isOther = `${isTheirs} AND truck_id IS NOT new.truck_id`;
  const isThis = `${isTheirs} AND truck_id = new.truck_id`;
  return {
    [name]: `${write} BEGIN
    UPDATE loads SET truck_id = new.truck_id WHERE ${isTheirs} AND truck_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM delivery_entries
        WHERE delivered_on = new.date AND driver_id = new.driver_id AND truck_id = 0);
    DELETE FROM left_loads WHERE ${isTheirs}
      AND truck_id IN (SELECT coalesce(truck_id, 0) FROM loads WHERE ${isOther});
    INSERT INTO left_loads (date, driver_id, truck_id, ${amounts})
      SELECT date, driver_id, coalesce(truck_id, 0), ${amounts} FROM loads WHERE ${isOther};
    DELETE FROM loads WHERE ${isOther};
    INSERT INTO loads (date, driver_id, truck_id, ${amounts})
      SELECT date, driver_id, truck_id, ${amounts} FROM left_loads WHERE ${isThis}
        AND NOT EXISTS (SELECT 1 FROM loads WHERE ${isTheirs});
    DELETE FROM left_loads WHERE ${isThis};
  END`,
  };
}

function changeOfDriver(driverId: 'new.id' | 'old.id' | 'new.driver_id' | 'old.driver_id'): string {
  return `INSERT INTO changes (topic, driver_id, slots) VALUES ('drivers', ${driverId}, 0);`;
}

function changeOfItsAppointment(): string {
  return `INSERT INTO changes (topic, appointment_id, user_id, driver_id)
    SELECT 'appointments', id, user_id, driver_id FROM appointments WHERE id = new.appointment_id;`;
}

function refused(name: string, what: string, write: string): Record<string, string> {
  return {
    [name]: `${write} BEGIN SELECT RAISE(ABORT, '${what} is only ever added to'); END`,
  };
}
