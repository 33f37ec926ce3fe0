import { retryOnConflict, tryWriteGuarded, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { DriverReportInput } from '@/domain/driver/driver.schema';
import { NOT_DELIVERED_LABELS, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import type { Spill } from '@/domain/driver/spill';
import { DomainError } from '@/domain/errors';
import { LARGE_PHOTO_SIDE } from '@/domain/photos';
import type { ReportedFigures } from '@/domain/review/review';
import type { UserActor } from '@/domain/roles';
import { worksIn } from '@/domain/staff/areas';
import type { AnyCall, UserCall } from '@/server/config/call';
import { deliverableRow } from '../../appointments/access';
import { isUnchanged, selectAppointment } from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import { selectGivenTo } from '../../audit/audit.repository';
import { otherAction } from '../../device-actions/device-action';
import { selectDriver } from '../../drivers/drivers.repository';
import { requireDriverId, unknownDriver } from '../../drivers/drivers.usecases';
import { message } from '../../messages/message';
import { storePhoto, withStored } from '../../photos/store-photo';
import { addingReviewItem, endingReviewItem } from '../../review/review.repository';
import { figuresOf } from '../../review/review.usecases';
import { selectSupport } from '../../support/support.repository';
import { supportView } from '../../support/support.usecases';
import { addToRefusedAction, findRefusedAction } from '../completion/refused-action-photo.usecases';
import {
  addPhotoIfNone,
  countOpenReports,
  type DriverReportRow,
  findReport,
  insertReportIfNew,
  listReports,
  resolveIfOpen,
  reviewKeyOf,
  selectReport,
} from './driver-reports.repository';

/**
 * Sends a driver's report to Needs attention and, by email, to the support address. A delivery
 * named in it must be the driver's own, now or earlier. Sending it again changes nothing.
 */
export function reportIssue(call: UserCall, input: DriverReportInput): Promise<{ id: string }> {
  return fileReport(call, { ...input, spill: null });
}

type FiledReport = DriverReportInput & { spill: Spill | null };

/** Files a driver's report, with the facts of a spill if it's about one. */
export async function fileReport(call: UserCall, input: FiledReport): Promise<{ id: string }> {
  const { deps, actor } = call;
  const id = input.actionKey;
  const driverId = requireDriverId(actor, input);
  return retryOnConflict(async () => {
    const [[driver], [known], [named], [support], given] = await deps.db.read((orm) => [
      selectDriver(orm, driverId),
      selectReport(orm, id),
      selectAppointment(orm, input.appointmentId ?? ''),
      selectSupport(orm),
      selectGivenTo(orm, input.appointmentId ?? '', driverId),
    ]);
    if (!driver) throw unknownDriver();
    if (known) return { id: sameReport(actor, known, input).id };
    const wasTheirs = named !== undefined && given.length > 0;
    const appointment =
      !input.appointmentId || wasTheirs ? (named ?? null) : deliverableRow(actor, named ?? null);
    const { report, entry, item, email } = reportOf(call, {
      id,
      driverId,
      appointment,
      reason: null,
      text: input.text,
      spill: input.spill,
      delivered: input.delivered,
      deviceAt: input.pressedAt,
      supportEmail: supportView(support).email,
    });
    await writeGuarded(deps.db, {
      guard: insertReportIfNew(
        deps.db.orm,
        report,
        appointment ? isUnchanged(appointment) : undefined,
      ),
      audit: entry,
      also: [item, email],
    });
    return { id };
  });
}

/**
 * Builds a report with its audit entry, review item, and email to staff, for the calling use case's
 * batch.
 */
export function reportOf(
  call: UserCall,
  input: {
    id: string;
    driverId: number;
    appointment: AppointmentRow | null;
    reason: NotDeliveredReason | null;
    text: string;
    spill: Spill | null;
    delivered?: ReportedFigures | undefined;
    deviceAt: string | undefined;
    supportEmail: string;
  },
) {
  const { deps, actor } = call;
  const { supportEmail, appointment, delivered, ...said } = input;
  const { id: reportId, driverId, reason, text } = said;
  const appointmentId = appointment?.id ?? null;
  const report = {
    ...said,
    appointmentId,
    reportedBy: actor.name,
    userId: actor.userId,
    createdAt: deps.clock.now(),
  };
  const facts = { report, driverName: actor.name, appointment, supportEmail };
  return {
    report,
    entry: audit(call, {
      appointmentId,
      action: 'report.sent',
      after: { reportId, driverId, reason, text },
    }),
    item: addingReviewItem({
      id: deps.ids.next(),
      kind: said.spill ? 'spill' : 'driver_report',
      appointmentId,
      reason: reason
        ? `Not delivered, ${NOT_DELIVERED_LABELS[reason].toLowerCase()}: ${text}`
        : text,
      payload: { reportId, ...(delivered && { delivered }) },
      dedupeKey: reviewKeyOf(reportId),
      createdAt: report.createdAt,
    }),
    email: message(call, 'driver-report', facts),
  };
}

/**
 * Adds a photo to the actor's own report. It's sent separately, because it's much larger. A report
 * keeps its first photo, so sending it again changes nothing.
 */
export async function addReportPhoto(
  call: UserCall,
  input: { id: string; photo: string },
): Promise<{ id: string }> {
  const { deps, actor } = call;
  const found = await findReport(deps.db.orm, input.id);
  // If the report itself was refused, its photo joins the review item.
  const refused = found ? null : await findRefusedAction(call, input.id);
  if (refused) return addToRefusedAction(call, refused, input);
  const report = ownReport(actor, found);
  if (report.photoId) return { id: report.id };
  const stored = await storePhoto(call, {
    dataUrl: input.photo,
    folder: `reports/${report.id}`,
    side: LARGE_PHOTO_SIDE,
  });
  const photo = { photoId: deps.ids.next(), photoStorageKey: stored.storageKey };
  await withStored(call, [stored], () =>
    tryWriteGuarded(deps.db, {
      guard: addPhotoIfNone(deps.db.orm, report.id, photo),
      audit: audit(call, {
        appointmentId: report.appointmentId,
        action: 'report.photo_added',
        after: { reportId: report.id, driverId: report.driverId },
      }),
    }),
  );
  return { id: report.id };
}

/**
 * @returns the report from an earlier send
 * @throws `conflict` if its key was used for another report
 */
function sameReport(
  actor: UserActor,
  known: DriverReportRow,
  input: DriverReportInput,
): DriverReportRow {
  const report = ownReport(actor, known);
  const isSame =
    report.text === input.text && report.appointmentId === (input.appointmentId ?? null);
  if (!isSame) throw otherAction();
  return report;
}

function ownReport(actor: UserActor, report: DriverReportRow | null): DriverReportRow {
  if (report?.userId === actor.userId) return report;
  throw unknownReport();
}

/** The error `not_found` for a report that doesn't exist or isn't the actor's. */
export const unknownReport = () => new DomainError('not_found', 'We couldn’t find that report.');

/** Reads the driver reports, all of them or only open ones, and the number of open ones. */
export async function readReports({ deps }: AnyCall, input: { open: boolean }) {
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
  payload,
}: Awaited<ReturnType<typeof listReports>>[number]) {
  const { id, reason, text, reportedBy, photoId, createdAt, resolvedAt, resolvedBy } = report;
  return {
    id,
    reason,
    text,
    isSpill: report.spill !== null,
    delivered: figuresOf(payload),
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

/** Marks a report as resolved. Repeating the call changes nothing. */
export async function resolveReport(
  call: UserCall,
  input: { id: string },
): Promise<{ id: string }> {
  const { deps, actor } = call;
  const report = worksIn('deliveries', actor) ? await findReport(deps.db.orm, input.id) : null;
  if (!report) throw unknownReport();
  const by = { resolvedAt: deps.clock.now(), resolvedBy: actor.name };
  await tryWriteGuarded(deps.db, {
    guard: resolveIfOpen(deps.db.orm, report.id, by),
    audit: audit(call, {
      appointmentId: report.appointmentId,
      action: 'report.resolved',
      after: { reportId: report.id, driverId: report.driverId },
    }),
    also: [
      endingReviewItem(reviewKeyOf(report.id), {
        outcome: 'dealt_with',
        note: null,
        doneBy: actor.name,
        doneAt: by.resolvedAt,
      }),
    ],
  });
  return { id: report.id };
}
