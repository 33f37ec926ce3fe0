import { type AuditWrite, type Computed, inserting } from '@/db/guarded-batch';
import { auditDetails, auditLog } from '@/db/schema';
import type { AuditAction } from '@/domain/audit/actions';
import { type AuditDetails, partPersonal } from '@/domain/audit/personal';
import { type AuditSubject, subjectOf, thingOf } from '@/domain/audit/things';
import type { AuditValues } from '@/domain/audit/values';
import type { Actor } from '@/domain/roles';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { ownerOf, versionOf } from './audit.repository';
import { detailsHashOf } from './hashes';

/** The actor, and the dependencies that an entry needs. */
type AuditCall = { deps: Pick<Deps, 'ids' | 'clock'>; actor: Actor } & Pick<Call, 'part'>;

export type AuditEntry = {
  action: AuditAction;
  appointmentId?: string | null;
  /** The thing that the entry is about. Omit it if `before` or `after` identifies it. */
  subject?: AuditSubject | Computed;
  /**
   * The account that the entry is about. Omit it if the values identify it, or if it's an
   * appointment's owner.
   */
  userId?: string;
  /** The values before and after the change, by column. */
  before?: AuditValues | undefined;
  after?: AuditValues | Computed | undefined;
  /** Set only for an entry that must be written once. Writing the same ID again does nothing. */
  id?: string;
};

/**
 * Returns the statements that record an action, to run in the same write. Personal values are
 * stored separately, so they can be erased.
 */
export function audit({ deps, actor, part }: AuditCall, entry: AuditEntry): AuditWrite {
  const { appointmentId = null } = entry;
  const values = { ...entry.before, ...(isComputed(entry.after) ? {} : entry.after) };
  const thing = thingOf(entry.action);
  const id = entry.id ?? deps.ids.next();
  const { kept, personal } = partEntry(actor, entry);
  const details = personal && detailsRow(id, personal);
  const row = {
    ...kept,
    ...actorColumns(actor),
    id,
    action: entry.action,
    thing,
    appointmentId,
    subject: entry.subject ?? subjectOf(thing, values),
    userId: entry.userId ?? accountIn(values) ?? (appointmentId && ownerOf(appointmentId)),
    version: appointmentId ? versionOf(appointmentId) : null,
    detailsHash: details && detailsHashOf(details),
    at: deps.clock.now(),
  };
  return {
    id,
    write: inserting(auditLog, row, { unlessKnown: auditLog.id }),
    details: details && inserting(auditDetails, details, { unlessKnown: auditDetails.entryId }),
    along: part?.markDone ?? null,
  };
}

/** Returns the named columns of a row for an entry's `before` or `after`. */
export function columnsOf(row: AuditValues, keys: string[]): AuditValues {
  return Object.fromEntries(keys.map((key) => [key, row[key]]));
}

/** Returns the columns that a save changes, before and after. */
export function changedColumns(row: AuditValues, sent: AuditValues) {
  const keys = Object.keys(sent).filter((key) => sent[key] !== undefined && sent[key] !== row[key]);
  return { before: columnsOf(row, keys), after: columnsOf(sent, keys) };
}

/** Returns the account that an entry's values name. */
function accountIn({ customerId, userId }: AuditValues): string | null {
  const id = customerId ?? userId;
  return typeof id === 'string' ? id : null;
}

/** Splits an entry into the values that stay and a person's own values (null if there are none). */
function partEntry(actor: Actor, entry: AuditEntry) {
  const thing = thingOf(entry.action);
  const before = partPersonal(thing, entry.before);
  const after = isComputed(entry.after)
    ? { kept: entry.after, personal: undefined }
    : partPersonal(thing, entry.after);
  const personal: AuditDetails = {
    ...(actor.kind === 'user' && actor.role === 'customer' && { actorName: actor.name }),
    ...(before.personal && { before: before.personal }),
    ...(after.personal && { after: after.personal }),
  };
  return {
    kept: { before: before.kept, after: after.kept },
    personal: Object.keys(personal).length > 0 ? personal : null,
  };
}

function detailsRow(entryId: string, personal: AuditDetails) {
  const salt = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex');
  return { entryId, salt, values: JSON.stringify(personal) };
}

const isComputed = (value: AuditEntry['after']): value is Computed =>
  value !== undefined && 'getSQL' in value;

function actorColumns(actor: Actor) {
  switch (actor.kind) {
    case 'user':
      return {
        actorKind: actor.role,
        actorId: actor.userId,
        actorName: actor.role === 'customer' ? 'Customer' : actor.name,
      };
    case 'guest':
      return { actorKind: 'guest', actorId: null, actorName: 'Guest' };
    case 'system':
      return { actorKind: 'system', actorId: null, actorName: actor.name };
    case 'visitor':
      return { actorKind: 'visitor', actorId: null, actorName: 'Visitor' };
  }
}
