import type { Queryable } from '@/db/client';
import type { Query, ResultsOf } from '@/db/engine/queries';
import {
  type ConditionalWrite,
  type Guard,
  oneRow,
  retryOnConflict,
  writeGuarded,
} from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { type AppointmentStatus, assertTransition } from '@/domain/appointment/status';
import type { AuditAction } from '@/domain/audit/actions';
import { DomainError } from '@/domain/errors';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { isDone } from '../device-actions/device-action';
import { recordAction, selectAction } from '../device-actions/device-actions.repository';
import { deliverableRow, roleOf } from './access';
import { type AppointmentChanges, changeUnchanged } from './appointments.repository';
import { type StaffAppointment, staffView } from './appointments.view';
import { refuseChangedSince } from './edit-conflict';
import { keepsCapacity, selectKeepsCapacity } from './holds.repository';
import { selectForStaff } from './staff-lists.repository';

const ACTIONS = {
  confirmed: 'appointment.confirmed',
  scheduled: 'appointment.scheduled',
  en_route: 'appointment.en_route',
} as const satisfies Partial<Record<AppointmentStatus, AuditAction>>;

/** The status to move an appointment to. `actionKey` names the device action. */
export type Advance = {
  id: string;
  /** The version the caller read. If omitted, any version is accepted. */
  version?: number | undefined;
  to: keyof typeof ACTIONS;
  actionKey?: string | undefined;
  /** The time on the device's clock when the button was pressed. */
  pressedAt?: string | undefined;
};

export type AdvanceDecision = {
  /** The column changes, other than the status. */
  changes: AppointmentChanges;
  /** Guards facts from other tables on which the decision was based. */
  alsoOnlyIf?: Guard;
  message?: ConditionalWrite | null;
};

/**
 * Moves an appointment to its next status for staff and drivers, by the transition table. The audit
 * entry and the message are in the same write. Repeating a finished step changes nothing.
 *
 * @param facts queries for what the step needs from other tables
 * @param decide the rule of this step, given the appointment and those facts
 */
export async function advance<const T extends readonly Query[]>(
  call: Call,
  { id, version, to, actionKey, pressedAt }: Advance,
  facts: (orm: Queryable) => T,
  decide: (appointment: AppointmentRow, facts: ResultsOf<T>) => AdvanceDecision,
): Promise<StaffAppointment> {
  const { deps, actor } = call;
  const { orm } = deps.db;
  const now = deps.clock.now();
  return retryOnConflict(async () => {
    const [[found], [before], [hold], ...others] = await deps.db.read((orm) => [
      selectForStaff(orm, id),
      selectAction(orm, actor, actionKey),
      selectKeepsCapacity(orm, id, now),
      ...facts(orm),
    ]);
    const appointment = deliverableRow(actor, found?.appointment ?? null);
    const told = { kind: to, appointmentId: id, contentHash: null };
    const done = isDone(before, told);
    const action = recordAction(call, actionKey, told);
    if (found && (done || appointment.status === to)) {
      if (action && !done) await deps.db.batch((orm) => [action(orm)]);
      return staffView(found);
    }
    await refuseChangedSince(call, appointment, version);
    assertTransition(appointment.status, to, roleOf(actor));
    // This step ends a hold. If the hold has expired, the appointment can continue only if its
    // window still has a spot, and its discount a use.
    if (!hold?.keepsCapacity) {
      throw holdExpired(appointment);
    }
    const { changes, alsoOnlyIf, message } = decide(appointment, others as ResultsOf<T>);
    const written = await writeGuarded(deps.db, {
      guard: changeUnchanged(
        orm,
        appointment,
        { ...changes, status: to, holdExpiresAt: null, updatedAt: now },
        keepsCapacity(appointment, now),
        alsoOnlyIf,
      ),
      audit: audit(call, {
        appointmentId: id,
        action: ACTIONS[to],
        before: { status: appointment.status },
        after: { status: to, ...changes, ...(pressedAt && { deviceAt: pressedAt }) },
      }),
      also: [action, message ?? null],
      view: [selectForStaff(orm, id)],
    });
    return staffView(oneRow(written.view[0]));
  });
}

function holdExpired({ discount }: AppointmentRow): DomainError {
  // A discount may have been used up instead, so the sentence names both.
  const text = discount
    ? `This booking’s hold expired, and now its window is full or ${discount.label} is used up. Nothing was changed. Book again for the customer.`
    : 'This booking’s hold expired, and its window is now full.';
  return new DomainError('conflict', text);
}

/** For steps that only need the appointment. */
export const noFacts = () => [] as const;
