import { type CustomerListInput, customerStatus } from '@/domain/account/customers';
import { csvLine } from '@/domain/csv';
import { DomainError, SENTENCES } from '@/domain/errors';
import { toDollars } from '@/domain/money';
import { type Actor, hasRole } from '@/domain/roles';
import { localMoment } from '@/domain/time';
import type { Deps } from '@/server/deps';
import { type StaffAppointment, staffView } from '../appointments/appointments.view';
import { listForCustomerPage, STAFF_PAGE_SIZE } from '../appointments/staff-lists.repository';
import { insertAudit } from '../audit/audit.repository';
import {
  balanceOf,
  CUSTOMER_PAGE_SIZE,
  type CustomerRow,
  customersAfter,
  deleteNote,
  findCustomer,
  insertNote,
  listCustomers as listRows,
  type NoteRow,
  notesOf,
} from './customers.repository';

type Call = { deps: Deps; actor: Actor };

/** A line of the Customer Data tab. Money in cents, `lastOrderAt` in ms. */
export type CustomerRecord = CustomerRow & { status: 'Active' | 'New' };

const record = <R extends CustomerRow>(row: R) => ({
  ...row,
  status: customerStatus(row.totalOrders),
});

const unknownCustomer = () => new DomainError('not_found', 'We could not find that customer.');

/** One page of customers, searched by name, user name, email and phone. */
export async function listCustomers(
  { deps }: { deps: Deps },
  input: CustomerListInput,
): Promise<{ customers: CustomerRecord[]; total: number; pageSize: number }> {
  const { rows, total } = await listRows(deps.db.orm, input, input.page);
  return { customers: rows.map(record), total, pageSize: CUSTOMER_PAGE_SIZE };
}

/** How many customers one stretch of an export holds. */
const STRETCH = 500;

/** The next customers of all; `next` is what to pass for those after them, null at the end. */
export async function exportCustomers(
  { deps }: { deps: Deps },
  input: { after?: string | null },
): Promise<{ customers: CustomerRecord[]; next: string | null }> {
  const rows = await customersAfter(deps.db.orm, input.after ?? null, STRETCH);
  return {
    customers: rows.map(record),
    next: rows.length === STRETCH ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** A customer with what they owe and what staff noted. Throws `not_found`. */
export async function readCustomer({ deps }: { deps: Deps }, input: { id: string }) {
  const { orm } = deps.db;
  const [row, balanceCents, notes] = await Promise.all([
    findCustomer(orm, input.id),
    balanceOf(orm, input.id),
    notesOf(orm, input.id),
  ]);
  if (!row) throw unknownCustomer();
  return { customer: record(row), balanceCents, notes };
}

/** A page of a customer's bookings, the latest first, as staff see them. */
export async function listCustomerOrders(
  { deps }: { deps: Deps },
  input: { id: string; page: number },
): Promise<{ appointments: StaffAppointment[]; total: number; pageSize: number }> {
  const { rows, total } = await listForCustomerPage(deps.db.orm, input.id, input.page);
  return { appointments: rows.map(staffView), total, pageSize: STAFF_PAGE_SIZE };
}

/** Writes a note about a customer, under the name of whoever writes it. */
export async function addCustomerNote(
  { deps, actor }: Call,
  input: { id: string; text: string },
): Promise<NoteRow[]> {
  if (actor.kind !== 'user') throw new DomainError('forbidden', SENTENCES.notAllowed);
  const now = deps.clock.now();
  const note = {
    id: deps.ids.next(),
    userId: input.id,
    text: input.text,
    authorName: actor.name,
    createdAt: now,
  };
  await deps.db.transaction(async (tx) => {
    if (!(await findCustomer(tx, input.id))) throw unknownCustomer();
    await insertNote(tx, note);
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'customer.noted',
      after: { customerId: input.id, text: input.text },
      at: now,
    });
  });
  return notesOf(deps.db.orm, input.id);
}

/** Removes a note. Removing one that is gone is harmless. */
export async function removeCustomerNote(
  { deps, actor }: Call,
  input: { id: string },
): Promise<{ removed: boolean }> {
  return deps.db.transaction(async (tx) => {
    const note = await deleteNote(tx, input.id);
    if (!note) return { removed: false };
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'customer.note_removed',
      before: { customerId: note.userId, text: note.text },
      at: deps.clock.now(),
    });
    return { removed: true };
  });
}

const CSV_HEAD = [
  'Name',
  'Username',
  'Email',
  'Phone',
  'Total appointments',
  'Total orders',
  'Total spent',
  'Last service',
  'Last order',
  'Status',
];

/**
 * All customers as the lines of a CSV file, a few hundred at a time, so that a long list neither
 * waits nor fills the memory. For staff alone: throws `forbidden` before the first line.
 */
export function customerCsv({ deps, actor }: Call): AsyncGenerator<string> {
  if (!hasRole(actor, 'admin')) throw new DomainError('forbidden', SENTENCES.notAllowed);
  return csvLines(deps);
}

async function* csvLines(deps: Deps): AsyncGenerator<string> {
  yield csvLine(CSV_HEAD);
  let after: string | null = null;
  do {
    const stretch: Awaited<ReturnType<typeof exportCustomers>> = await exportCustomers(
      { deps },
      { after },
    );
    yield stretch.customers.map((customer) => csvOf(customer, deps.settings.timeZone)).join('');
    after = stretch.next;
  } while (after !== null);
}

function csvOf(customer: CustomerRecord, timeZone: string): string {
  const { lastOrderAt } = customer;
  return csvLine([
    customer.fullName,
    customer.username,
    customer.email,
    customer.phone,
    customer.totalAppointments,
    customer.totalOrders,
    toDollars(customer.totalSpentCents).toFixed(2),
    customer.lastServiceDate,
    lastOrderAt === null ? null : localMoment(lastOrderAt, timeZone).date,
    customer.status,
  ]);
}
