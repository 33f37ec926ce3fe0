import { writeEntry } from '@/db/guarded-batch';
import { AUDIT_ACTION_LABELS, type AuditAction } from '@/domain/audit/actions';
import type { ActivityFilter } from '@/domain/audit/activity.schema';
import { changesOf, type DriverNames } from '@/domain/audit/changes';
import { BYTE_ORDER_MARK, csvLine } from '@/domain/csv';
import { addDays } from '@/domain/dates';
import { DomainError, MESSAGES } from '@/domain/errors';
import { byAlphabet } from '@/domain/folding';
import { isPhone } from '@/domain/phone';
import type { Role } from '@/domain/roles';
import { isFound, type Sought, searchText, soughtIn } from '@/domain/search-text';
import { worksIn } from '@/domain/staff/areas';
import { formatIsoMoment, instantOf } from '@/domain/time';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import {
  type EntryCursor,
  type EntryFilter,
  findActivity,
  findEntryCursors,
  selectPeople,
} from './activity.repository';
import { audit } from './audit';

/** Number of entries on a page. */
const PAGE = 50;
/** Maximum number of entries that a search examines for one page, even if few of them match. */
const STRETCH = 2_000;
/** Number of entries a search reads at a time. */
const AT_ONCE = 500;

/** An entry as staff read it. */
export type ActivityEntry = {
  id: string;
  at: number;
  action: AuditAction;
  actorKind: string;
  actorName: string;
  /** The actor's account, or null if there is none. */
  actorId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** True if the entry's personal details were erased. */
  isErased: boolean;
  appointment: { id: string; publicCode: string } | null;
  /** The account the entry is about. */
  account: { id: string; name: string; role: Role } | null;
  subject: string | null;
  driverName: string | null;
  driverNames: DriverNames;
};

export type ActivityPage = {
  entries: ActivityEntry[];
  /**
   * The cursor of the next page, or null at the end. A search can return an empty page before the
   * end.
   */
  next: string | null;
};

/** Returns a page of the audit log, newest first. */
export async function listActivity(
  { deps }: AnyCall,
  { filter, cursor = null }: { filter: ActivityFilter; cursor?: string | null | undefined },
): Promise<ActivityPage> {
  const sought = soughtIn(filter.search ?? '');
  const most = sought ? STRETCH : PAGE + 1;
  const wanted = entryFilter(filter, deps.settings.timeZone);
  const cursors = await findEntryCursors(
    deps.db,
    { ...wanted, after: cursor ? entryCursorOf(cursor) : null },
    most,
  );
  const ids = cursors.map(({ id }) => id);
  const rows = await findRows(deps, ids, sought);
  const entries = rows.slice(0, PAGE).map(activityEntry);
  return {
    entries,
    next: nextAfter(entries, rows.length > PAGE, sought && cursors.length === most ? cursors : []),
  };
}

/**
 * Returns where the next page starts: after the last entry shown, or, if the search stopped
 * earlier, after the last one examined.
 */
function nextAfter(
  shown: readonly EntryCursor[],
  hasMore: boolean,
  searched: readonly EntryCursor[],
) {
  const last = hasMore ? shown.at(-1) : searched.at(-1);
  return last ? `${last.at}:${last.id}` : null;
}

function entryCursorOf(cursor: string): EntryCursor {
  const colon = cursor.indexOf(':');
  return { at: Number(cursor.slice(0, colon)), id: cursor.slice(colon + 1) };
}

function entryFilter(filter: ActivityFilter, timeZone: string): EntryFilter {
  const { person, thing, subject, appointment, from, to } = filter;
  const startOf = (date: string) => instantOf({ date, minutes: 0 }, timeZone);
  return {
    person: person || undefined,
    thing: thing || undefined,
    subject: subject || undefined,
    appointment: appointment || undefined,
    from: from ? startOf(from) : undefined,
    until: to ? startOf(addDays(to, 1)) : undefined,
  };
}

type ActivityRow = Awaited<ReturnType<typeof findActivity>>[number];

/** Returns a page's entries plus one. For a search, returns the first entries that match. */
async function findRows({ db }: Deps, ids: readonly string[], sought: Sought | null) {
  if (sought === null) return findActivity(db.orm, ids);
  const found: ActivityRow[] = [];
  for (let from = 0; from < ids.length && found.length <= PAGE; from += AT_ONCE) {
    const rows = await findActivity(db.orm, ids.slice(from, from + AT_ONCE));
    found.push(...rows.filter((row) => isFound(sought, textOf(row))));
  }
  return found.slice(0, PAGE + 1);
}

/** Collects an entry's searchable text, including its stored values. */
function textOf(row: ActivityRow): string {
  const { actorName, action, publicCode, account, driverName, subject } = row;
  const values = [...textsIn(row.before), ...textsIn(row.after)];
  const changes = changesOf(row).flatMap(({ label, before, after }) => [label, before, after]);
  return searchText(
    [
      ...[actorName, AUDIT_ACTION_LABELS[action], publicCode, driverName, subject],
      ...[account?.fullName, account?.username, account?.email],
      ...[...values, ...changes],
    ],
    values.filter(isPhone),
  );
}

/** Lists all texts and numbers in a stored value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

function activityEntry(row: ActivityRow): ActivityEntry {
  const { id, at, action, actorKind, actorName, actorId, before, after, isErased } = row;
  const { appointmentId, publicCode, userId, account, subject, driverName, driverNames } = row;
  return {
    id,
    at,
    action,
    actorKind,
    actorName,
    actorId,
    before,
    after,
    isErased,
    subject,
    driverName,
    driverNames,
    appointment: appointmentId && publicCode ? { id: appointmentId, publicCode } : null,
    account:
      userId && account
        ? { id: userId, name: account.fullName || account.username, role: account.role }
        : null,
  };
}

/** Lists the staff for the person filter, and the person it's currently set to. */
export async function listPeople(
  { deps }: AnyCall,
  input: { person?: string | undefined },
): Promise<{ id: string; name: string; role: Role }[]> {
  const rows = await selectPeople(deps.db.orm, input.person ?? '');
  return rows
    .map(({ id, fullName, username, role }) => ({ id, name: fullName || username, role }))
    .sort((one, other) => byAlphabet(one.name, other.name));
}

const CSV_HEAD = ['When', 'Who', 'Role', 'What', 'Appointment', 'Account', 'Subject', 'Changes'];

/**
 * Exports the entries that match a filter as CSV lines, one page at a time. The export is itself
 * recorded in the audit log.
 *
 * @throws `forbidden` before the first line, unless the caller is an admin
 */
export function activityCsv(call: Call, filter: ActivityFilter): AsyncGenerator<string> {
  if (!worksIn('business', call.actor)) throw new DomainError('forbidden', MESSAGES.notAllowed);
  return csvLines(call, filter);
}

async function* csvLines(call: Call, filter: ActivityFilter): AsyncGenerator<string> {
  const { person, ...rest } = filter;
  const said = Object.entries(rest).filter(([, value]) => value);
  const after = { ...Object.fromEntries(said), ...(person && { userId: person }) };
  await writeEntry(call.deps.db, audit(call, { action: 'export.activity', after }));
  yield BYTE_ORDER_MARK + csvLine(CSV_HEAD);
  let cursor: string | null = null;
  do {
    const page: ActivityPage = await listActivity(call, { filter, cursor });
    yield page.entries.map((entry) => csvOf(entry, call.deps.settings.timeZone)).join('');
    cursor = page.next;
  } while (cursor !== null);
}

function csvOf(entry: ActivityEntry, timeZone: string): string {
  const changes = changesOf(entry).map(({ label, before, after }) =>
    before === null ? `${label}: ${after}` : `${label}: ${before} → ${after}`,
  );
  return csvLine([
    formatIsoMoment(entry.at, timeZone),
    entry.actorName,
    entry.actorKind,
    AUDIT_ACTION_LABELS[entry.action],
    entry.appointment?.publicCode,
    entry.account?.name,
    entry.driverName ?? entry.subject,
    changes.join('; '),
  ]);
}
