import { tryWriteGuarded, writeEntry } from '@/db/guarded-batch';
import { readFolded } from '@/db/search-texts';
import {
  type CustomerExport,
  type CustomerListInput,
  type CustomerNoteInput,
  type CustomerTagInput,
  customerStatus,
  DRIVER_NOTES,
  TAGS,
} from '@/domain/account/customers';
import { DomainError, MESSAGES } from '@/domain/errors';
import { foldedText } from '@/domain/folding';
import type { Cents } from '@/domain/money';
import { worksIn } from '@/domain/staff/areas';
import type { AnyCall, Call, UserCall } from '@/server/config/call';
import { type StaffAppointment, staffView } from '../appointments/appointments.view';
import { listForCustomerPage, STAFF_PAGE_SIZE } from '../appointments/staff-lists.repository';
import { audit } from '../audit/audit';
import { fingerprintOf } from '../auth/tokens';
import { isListedCustomer, selectUser } from '../auth/users.repository';
import { selectBoats } from '../boats/boats.repository';
import { boatsView } from '../boats/boats.usecases';
import { selectDocks } from '../boats/docks.repository';
import { docksView } from '../boats/docks.usecases';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { CUSTOMER_CSV_HEAD, type CustomerRecord, customerCsvLine } from './customers.csv';
import {
  CUSTOMER_PAGE_SIZE,
  type CustomerRow,
  customersAfter,
  customersByName,
  deleteNote,
  deleteTag,
  insertNote,
  insertTag,
  type NameCursor,
  type NoteRow,
  type Person,
  selectCustomer,
  selectCustomers,
  selectNote,
  selectNotes,
  selectTags,
  selectTagsOf,
  showingDrivers,
} from './customers.repository';
import { unknownCustomer } from './edit-customer.usecases';

const record = <P extends Person>({ person: { role, ...person }, totals }: CustomerRow<P>) => ({
  ...person,
  /** True for someone who booked without an account, and so has no username. */
  isGuest: role === 'guest',
  username: role === 'guest' ? '' : person.username,
  ...totals,
  status: customerStatus(totals.totalOrders),
});

/** A customer in the list, with their balance and tags. */
type ListedCustomer = CustomerRecord & { balanceCents: Cents; tags: string[] };

/** Returns one page of customers, searched by all the details that staff search covers. */
export async function listCustomers(
  { deps }: AnyCall,
  input: CustomerListInput,
): Promise<{ customers: ListedCustomer[]; total: number; pageSize: number }> {
  const [rows, [all]] = await readFolded(deps.db, (orm) => selectCustomers(orm, input, input.page));
  return {
    customers: rows.map(({ balanceCents, tags, rank: _rank, ...row }) => ({
      ...record(row),
      balanceCents,
      tags,
    })),
    total: all?.total ?? 0,
    pageSize: CUSTOMER_PAGE_SIZE,
  };
}

/** Number of customers in one batch of an export. */
const STRETCH = 500;

/**
 * Returns the next batch of all customers. Pass `next` to get the batch after it. It's null at the
 * end.
 */
export async function exportCustomers(
  call: Call,
  { after }: { after?: string | null },
): Promise<{ customers: Omit<CustomerRecord, 'isGuest'>[]; next: string | null }> {
  // Record the export before its first batch is sent.
  if (!after) await writeExport(call, {});
  const rows = await customersAfter(call.deps.db.orm, after, STRETCH);
  return {
    // Guests aren't accounts.
    customers: rows.map((row) => {
      const { isGuest, ...account } = record(row);
      return account;
    }),
    next: rows.length === STRETCH ? (rows.at(-1)?.person.id ?? null) : null,
  };
}

const writeExport = (call: Call, { search, tag }: CustomerExport) =>
  writeEntry(
    call.deps.db,
    audit(call, {
      action: 'export.customers',
      ...((search || tag) && { after: { ...(search && { search }), ...(tag && { tag }) } }),
    }),
  );

/** Returns a customer with their balance, boats, docks, and staff notes. Throws `not_found`. */
export async function readCustomer({ deps }: AnyCall, input: { id: string }) {
  const [[row], notes, boats, docks, settings] = await deps.db.read((orm) => [
    selectCustomer(orm, input.id),
    selectNotes(orm, input.id),
    selectBoats(orm, input.id),
    selectDocks(orm, input.id),
    selectBusinessSettings(orm),
  ]);
  if (!row) throw unknownCustomer();
  return {
    customer: { ...record(row), tags: row.tags },
    balanceCents: row.balanceCents,
    notes,
    boats: boatsView(boats),
    docks: docksView(deps, [docks, settings]),
  };
}

/** Returns a page of a customer's appointments as staff see them, newest first. */
export async function listCustomerAppointments(
  { deps }: AnyCall,
  input: { id: string; page: number },
): Promise<{ appointments: StaffAppointment[]; total: number; pageSize: number }> {
  const { rows, total } = await listForCustomerPage(deps.db, input.id, input.page);
  return { appointments: rows.map(staffView), total, pageSize: STAFF_PAGE_SIZE };
}

/**
 * Adds a note about a customer under the actor's name. Repeating it with the same `requestId`
 * changes nothing.
 *
 * @throws `not_found` if the customer is unknown
 * @throws `conflict` if there are too many notes for the driver
 */
export async function addCustomerNote(
  call: UserCall,
  input: CustomerNoteInput,
): Promise<NoteRow[]> {
  const { deps, actor } = call;
  const note = {
    // If a form was changed before it was sent again, it's a different note, so it gets another ID.
    id: input.requestId ? fingerprintOf({ ...input, actor: actor.userId }) : deps.ids.next(),
    userId: input.id,
    text: input.text,
    forDriver: input.forDriver === true,
    authorName: actor.name,
    createdAt: deps.clock.now(),
  };
  const written = await tryWriteGuarded(deps.db, {
    guard: insertNote(deps.db.orm, note),
    audit: audit(call, {
      action: 'customer.noted',
      after: {
        customerId: input.id,
        text: input.text,
        ...(note.forDriver && { forDriver: true }),
      },
    }),
    also: note.forDriver ? [showingDrivers(note.userId, note.createdAt)] : [],
    view: [selectNotes(deps.db.orm, input.id)],
  });
  if (written) return written.view[0];
  const [[same], notes, [user]] = await deps.db.read((orm) => [
    selectNote(orm, note.id),
    selectNotes(orm, input.id),
    selectUser(orm, input.id),
  ]);
  if (same) return notes;
  if (!isListedCustomer(user)) throw unknownCustomer();
  throw new DomainError(
    'conflict',
    `A customer can have up to ${DRIVER_NOTES.count} notes for the driver. Remove one first.`,
    { field: 'text' },
  );
}

/** Removes a note. Removing it twice is harmless. */
export async function removeCustomerNote(
  call: Call,
  input: { id: string },
): Promise<{ removed: boolean }> {
  const { db } = call.deps;
  const [note] = await selectNote(db.orm, input.id);
  if (!note) return { removed: false };
  const written = await tryWriteGuarded(db, {
    guard: deleteNote(db.orm, note.id),
    audit: audit(call, {
      action: 'customer.note_removed',
      before: { customerId: note.userId, text: note.text },
    }),
    also: note.forDriver ? [showingDrivers(note.userId, call.deps.clock.now())] : [],
  });
  return { removed: written !== null };
}

/** Lists all tags in use, with the number of customers who have each. */
export const listTags = ({ deps }: AnyCall): Promise<{ tag: string; customers: number }[]> =>
  selectTags(deps.db.orm);

const tagNames = (rows: readonly { tag: string }[]) => rows.map(({ tag }) => tag);

/**
 * Adds a tag to a customer, and returns all of their tags. Adding it twice is harmless.
 *
 * @throws `not_found` if the customer is unknown
 * @throws `conflict` if the customer has too many tags
 */
export async function addCustomerTag(
  call: Call,
  { id: userId, tag }: CustomerTagInput,
): Promise<string[]> {
  const { db, clock } = call.deps;
  const tagKey = foldedText(tag);
  const row = { userId, tag, tagKey, createdAt: clock.now() };
  const written = await tryWriteGuarded(db, {
    guard: insertTag(db.orm, row),
    audit: audit(call, { action: 'customer.tagged', after: { customerId: userId, tag } }),
    view: [selectTagsOf(db.orm, userId)],
  });
  if (written) return tagNames(written.view[0]);
  const [[user], tags] = await db.read((orm) => [
    selectUser(orm, userId),
    selectTagsOf(orm, userId),
  ]);
  if (!isListedCustomer(user)) throw unknownCustomer();
  if (tags.some((one) => foldedText(one.tag) === tagKey)) return tagNames(tags);
  throw new DomainError(
    'conflict',
    `A customer can have up to ${TAGS.count} tags. Remove one first.`,
    {
      field: 'tag',
    },
  );
}

/** Removes a tag from a customer, and returns the others. Removing it twice is harmless. */
export async function removeCustomerTag(
  call: Call,
  { id: userId, tag }: CustomerTagInput,
): Promise<string[]> {
  const { db } = call.deps;
  const written = await tryWriteGuarded(db, {
    guard: deleteTag(db.orm, userId, tag),
    audit: audit(call, { action: 'customer.untagged', before: { customerId: userId, tag } }),
    view: [selectTagsOf(db.orm, userId)],
  });
  return tagNames(written ? written.view[0] : await selectTagsOf(db.orm, userId));
}

/**
 * Exports all customers, or those a search finds, as CSV lines by name. It reads a few hundred at a
 * time, so that a long list starts quickly and doesn't fill the memory.
 *
 * @throws `forbidden` before the first line, unless the caller is an admin
 */
export function customerCsv(call: Call, filter: CustomerExport): AsyncGenerator<string> {
  if (!worksIn('exports', call.actor)) throw new DomainError('forbidden', MESSAGES.notAllowed);
  return csvLines(call, filter);
}

async function* csvLines(call: Call, filter: CustomerExport): AsyncGenerator<string> {
  await writeExport(call, filter);
  yield CUSTOMER_CSV_HEAD;
  let after: NameCursor | null = null;
  do {
    const stretch: Awaited<ReturnType<typeof stretchByName>> = await stretchByName(
      call,
      filter,
      after,
    );
    yield stretch.lines;
    after = stretch.next;
  } while (after !== null);
}

async function stretchByName(
  { deps }: Call,
  filter: CustomerExport,
  after: NameCursor | null,
): Promise<{ lines: string; next: NameCursor | null }> {
  const { db, settings } = deps;
  const [rows] = await readFolded(db, (orm) => [
    customersByName(orm, { ...filter, after }, STRETCH),
  ]);
  const last = rows.length === STRETCH ? rows.at(-1) : undefined;
  return {
    lines: rows.map((row) => customerCsvLine(record(row), settings.timeZone)).join(''),
    next: last ? { rank: last.rank, id: last.person.id } : null,
  };
}
