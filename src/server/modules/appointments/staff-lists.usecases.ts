import { emergencyReach, isEmergency } from '@/domain/account/emergency';
import {
  type AppointmentStatus,
  RECENT_DAYS,
  type StaffSection,
  statusesOf,
} from '@/domain/appointment/status';
import { addDays } from '@/domain/dates';
import { DomainError, MESSAGES } from '@/domain/errors';
import type { AnyCall, Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { selectHistory, wholeEntry } from '../audit/audit.repository';
import { photosOf } from './appointments.repository';
import { type StaffAppointment, staffView } from './appointments.view';
import {
  findForStaff,
  listForStaff,
  STAFF_PAGE_SIZE,
  type StaffFilter,
} from './staff-lists.repository';

/**
 * Returns one page of a section of the Appointments tab. With `recent`, and in emergency access, it
 * starts a few days ago.
 */
export async function listAppointments(
  { deps, actor }: Call,
  input: Omit<StaffFilter, 'statuses' | 'from'> & {
    status: StaffSection;
    recent?: boolean | undefined;
    page: number;
  },
): Promise<{ appointments: StaffAppointment[]; total: number; pageSize: number }> {
  const today = todayOf(deps);
  const recent = input.recent ? addDays(today, 1 - RECENT_DAYS) : undefined;
  const filter = {
    ...input,
    statuses: statusesOf(input.status),
    heldUntil: input.search ? deps.clock.now() : undefined,
    from: isEmergency(actor) ? emergencyReach(today) : recent,
  };
  const { rows, total } = await listForStaff(deps.db, filter, input.page);
  return { appointments: rows.map(staffView), total, pageSize: STAFF_PAGE_SIZE };
}

/** Page size for REST API callers. */
const OUTSIDE_PAGE_SIZE = 100;

/** Lists deliveries for the REST API in one status or all, newest first. */
export async function listAllAppointments(
  { deps }: AnyCall,
  input: Omit<StaffFilter, 'statuses'> & { status?: AppointmentStatus; page: number },
): Promise<{ appointments: StaffAppointment[]; total: number; pageSize: number }> {
  const filter = { ...input, statuses: input.status && [input.status] };
  const { rows, total } = await listForStaff(deps.db, filter, input.page, OUTSIDE_PAGE_SIZE);
  return { appointments: rows.map(staffView), total, pageSize: OUTSIDE_PAGE_SIZE };
}

/** Returns one appointment with its photos and its history. */
export async function readAppointment({ deps }: AnyCall, input: { id: string }) {
  const [row, photos, history] = await Promise.all([
    findForStaff(deps.db.orm, input.id),
    photosOf(deps.db.orm, input.id),
    selectHistory(deps.db.orm, input.id),
  ]);
  if (!row) throw new DomainError('not_found', MESSAGES.notFound);
  return { appointment: staffView(row), photos, history: history.map(wholeEntry) };
}
