import type { Transaction } from '@/db/client';
import { NOT_DELIVERED_LABELS, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import type { ReportInput } from '@/domain/driver/schemas';
import { DomainError } from '@/domain/errors';
import { hasRole, type UserActor } from '@/domain/roles';
import { formatPhone } from '@/domain/text';
import type { Deps } from '@/server/deps';
import { deliverableRow } from '../appointments/access';
import { type AppointmentRow, findAppointment } from '../appointments/appointments.repository';
import { insertAudit } from '../audit/audit.repository';
import { requireDriver } from '../drivers/drivers.usecases';
import { driverReport } from '../messages/letters';
import { queueMessage } from '../messages/outbox.repository';
import { storePhoto } from '../photos/photos.usecases';
import { readSupport } from '../support/support.usecases';
import {
  addPhotoIfNone,
  countOpenReports,
  findReport,
  insertReport,
  listReports,
  type ReportRow,
  resolveIfOpen,
} from './driver-reports.repository';

type Call = { deps: Deps; actor: UserActor };

/**
 * Reports something to staff: it waits on their dashboard and goes to the support address by mail.
 * A delivery that is named must be the driver's own. Sending it again changes nothing.
 */
export async function reportIssue(
  { deps, actor }: Call,
  input: ReportInput,
): Promise<{ id: string }> {
  const driver = await requireDriver({ deps, actor }, input);
  const support = await readSupport({ deps });
  const id = input.actionKey;
  await deps.db.transaction(async (tx) => {
    const known = await findReport(tx, id);
    if (known) {
      ownReport(actor, known);
      return;
    }
    const delivery = input.appointmentId
      ? deliverableRow(actor, await findAppointment(tx, input.appointmentId))
      : null;
    await writeReport(
      { deps, actor, tx },
      {
        id,
        driverId: driver.id,
        delivery,
        reason: null,
        text: input.text,
        deviceAt: input.pressedAt,
        supportEmail: support.email,
      },
    );
  });
  return { id };
}

/** The report, its audit row and its mail to staff, in the write of whatever caused it. */
export async function writeReport(
  { deps, actor, tx }: Call & { tx: Transaction },
  input: {
    id: string;
    driverId: number;
    delivery: AppointmentRow | null;
    reason: NotDeliveredReason | null;
    text: string;
    deviceAt?: string;
    supportEmail: string;
  },
): Promise<void> {
  const now = deps.clock.now();
  const { id, driverId, delivery, reason, text, deviceAt, supportEmail } = input;
  const appointmentId = delivery?.id ?? null;
  await insertReport(tx, {
    id,
    driverId,
    appointmentId,
    reason,
    text,
    reportedBy: actor.name,
    userId: actor.userId,
    deviceAt,
    createdAt: now,
  });
  await insertAudit(tx, {
    id: deps.ids.next(),
    appointmentId,
    actor,
    action: 'report.sent',
    after: { reportId: id, driverId, reason, text },
    at: now,
  });
  const letter = driverReport(deps.settings, supportEmail, {
    id,
    subject: subjectOf(actor.name, delivery, reason),
    lines: linesOf(actor.name, delivery, text),
  });
  await queueMessage(tx, {
    id: deps.ids.next(),
    createdAt: now,
    ...letter,
    ...(appointmentId && { appointmentId }),
  });
}

function subjectOf(
  name: string,
  delivery: AppointmentRow | null,
  reason: NotDeliveredReason | null,
): string {
  if (!reason) return `${name} reports an issue`;
  return `Not delivered: ${delivery?.publicCode ?? ''}, ${NOT_DELIVERED_LABELS[reason].toLowerCase()}`;
}

function linesOf(name: string, delivery: AppointmentRow | null, text: string): string[] {
  if (!delivery) return [`${name}: ${text}`];
  const { publicCode, location, customerName, customerPhone } = delivery;
  const contact = [customerName, customerPhone && formatPhone(customerPhone)].filter(Boolean);
  return [
    `${name}: ${text}`,
    '',
    `Delivery ${publicCode}, ${location}.`,
    `Customer: ${contact.join(', ') || 'no contact given'}.`,
  ];
}

/**
 * Adds the photo to a report of one's own; it is sent after it, being the larger part. A report
 * keeps its first photo, so sending it again changes nothing.
 */
export async function addReportPhoto(
  { deps, actor }: Call,
  input: { id: string; photo: string },
): Promise<{ id: string }> {
  const report = ownReport(actor, await findReport(deps.db.orm, input.id));
  if (report.photoId) return { id: report.id };
  const { storageKey } = await storePhoto(
    { deps },
    { dataUrl: input.photo, folder: `reports/${report.id}` },
  );
  const photo = { photoId: deps.ids.next(), photoStorageKey: storageKey };
  let added = false;
  try {
    added = await deps.db.transaction((tx) => addPhotoIfNone(tx, report.id, photo));
  } finally {
    if (!added) await deps.photos.remove(storageKey);
  }
  return { id: report.id };
}

function ownReport(actor: UserActor, report: ReportRow | null): ReportRow {
  if (report?.userId === actor.userId) return report;
  throw new DomainError('not_found', 'We could not find that report.');
}

/** What drivers reported: what waits for staff, or everything; and how many wait. */
export async function readReports({ deps }: { deps: Deps }, input: { open: boolean }) {
  const [rows, open] = await Promise.all([
    listReports(deps.db.orm, input),
    countOpenReports(deps.db.orm),
  ]);
  return { reports: rows.map(reportView), open };
}

function reportView({
  report,
  driverName,
  driverPhone,
  delivery,
}: Awaited<ReturnType<typeof listReports>>[number]) {
  const { id, reason, text, reportedBy, photoId, createdAt, resolvedAt, resolvedBy } = report;
  return {
    id,
    reason,
    text,
    reportedBy,
    driverName,
    driverPhone,
    delivery,
    photoId,
    createdAt,
    resolvedAt,
    resolvedBy,
  };
}

/** Staff have dealt with a report. Doing it twice is harmless. */
export async function resolveReport(
  { deps, actor }: Call,
  input: { id: string },
): Promise<{ id: string }> {
  if (!hasRole(actor, 'admin'))
    throw new DomainError('not_found', 'We could not find that report.');
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const report = await findReport(tx, input.id);
    if (!report) throw new DomainError('not_found', 'We could not find that report.');
    const by = { resolvedAt: now, resolvedBy: actor.name };
    if (!(await resolveIfOpen(tx, report.id, by))) return;
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: report.appointmentId,
      actor,
      action: 'report.resolved',
      after: { reportId: report.id },
      at: now,
    });
  });
  return { id: input.id };
}
