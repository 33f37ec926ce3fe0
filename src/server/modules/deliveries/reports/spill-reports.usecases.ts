import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { SPILL_HOTLINE, type SpillCall, spillText } from '@/domain/driver/spill';
import type { SpillCallInput, SpillReportInput } from '@/domain/driver/spill.schema';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../../audit/audit';
import { changeSpill, findReportView } from './driver-reports.repository';
import { fileReport, unknownReport } from './driver-reports.usecases';

/**
 * Reports fuel or oil on the water. Staff see it right away and can print a report with the details
 * that the law requires. Sending it again changes nothing.
 */
export function reportSpill(call: UserCall, input: SpillReportInput): Promise<{ id: string }> {
  const { place, substance, amount, cause, weather, position = null, ...sent } = input;
  const facts = { place, position, substance, amount, cause, weather };
  const calls = input.hotlineCalled ? [callOf(call, SPILL_HOTLINE.name)] : [];
  return fileReport(call, { ...sent, text: spillText(facts), spill: { ...facts, calls } });
}

const callOf = ({ deps, actor }: UserCall, called: string): SpillCall => ({
  called,
  at: deps.clock.now(),
  by: actor.name,
});

/**
 * Records who was called about a spill. Sending the same `requestId` again changes nothing.
 *
 * @throws `not_found` if it isn't a spill report
 */
export async function noteSpillCall(
  call: UserCall,
  input: SpillCallInput,
): Promise<{ id: string }> {
  const { deps } = call;
  const { id, called, requestId } = input;
  await retryOnConflict(async () => {
    const { report, spill } = await spillOf(call, id);
    if (spill.calls.some((noted) => isSame(noted, input))) return { id };
    const calls = [...spill.calls, { ...callOf(call, called), requestId }];
    return writeGuarded(deps.db, {
      guard: changeSpill(deps.db.orm, report, { ...spill, calls }),
      audit: audit(call, {
        appointmentId: report.appointmentId,
        action: 'report.call_noted',
        after: { reportId: id, driverId: report.driverId, text: called },
      }),
    });
  });
  return { id };
}

/**
 * If a form is changed after a lost answer, it's a new call. So the request ID alone doesn't
 * identify a repeat.
 */
const isSame = (noted: SpillCall, { called, requestId }: SpillCallInput) =>
  requestId !== undefined && noted.requestId === requestId && noted.called === called;

/**
 * Returns a spill report with all details that the law requires.
 * @throws `not_found` if it isn't a spill report
 */
export async function readSpillReport({ deps }: AnyCall, input: { id: string }) {
  const { report, spill, found } = await spillOf({ deps }, input.id);
  const { id, reportedBy, deviceAt, createdAt, photoId, resolvedAt, resolvedBy } = report;
  const { driverName, driverPhone, delivery } = found;
  return {
    id,
    reportedBy,
    deviceAt,
    createdAt,
    photoId,
    resolvedAt,
    resolvedBy,
    driverName,
    driverPhone,
    delivery,
    spill,
    timeZone: deps.settings.timeZone,
  };
}

async function spillOf({ deps }: AnyCall, id: string) {
  const found = await findReportView(deps.db.orm, id);
  const spill = found?.report.spill;
  if (!found || !spill) throw unknownReport();
  return { report: found.report, spill, found };
}
