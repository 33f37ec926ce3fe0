import { tryWriteGuarded } from '@/db/guarded-batch';
import type { AuditAction } from '@/domain/audit/actions';
import { DomainError, MESSAGES } from '@/domain/errors';
import { shownPhone } from '@/domain/phone-number';
import type { Call, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { findUserById } from '../auth/users.repository';
import {
  selectStopped,
  selectTextsOff,
  turnTextsOff,
  turnTextsOn,
} from '../messages/text-numbers.repository';
import { textsTo } from '../messages/texts';
import { changeableRow, ownRow } from './access';
import { findAppointment } from './appointments.repository';

/** Whether a customer gets texts. */
export type TextChoice = {
  /** The phone number that gets the texts, or null if it can't get any. */
  phone: string | null;
  isOn: boolean;
  /** True after STOP. Then only START turns texts on again. */
  isStopped: boolean;
};

type Choosing = { phone: string | null; ids: readonly (string | null)[] };

async function choiceOf({ deps }: Call, { phone, ids }: Choosing): Promise<TextChoice> {
  const number = textsTo(deps, phone);
  if (number === null) return { phone: null, isOn: false, isStopped: false };
  const [stopped, off] = await deps.db.read((orm) => [
    selectStopped(orm, [number]),
    selectTextsOff(orm, ids),
  ]);
  return { phone: shownPhone(number), isOn: off.length === 0, isStopped: stopped.length > 0 };
}

/** Saves a choice for an account or an appointment. Saving the same one again writes nothing. */
async function choose(
  call: Call,
  id: string,
  isOn: boolean,
  entry: { action: AuditAction; appointmentId?: string; userId?: string },
): Promise<void> {
  const { db, clock } = call.deps;
  await tryWriteGuarded(db, {
    guard: isOn ? turnTextsOn(db.orm, id) : turnTextsOff(db.orm, id, clock.now()),
    audit: audit(call, { ...entry, after: { texts: isOn } }),
  });
}

/** Returns whether an appointment's customer gets texts about it. */
export async function readTexts(call: Call, { id }: { id: string }): Promise<TextChoice> {
  const row = ownRow(call.actor, await findAppointment(call.deps.db.orm, id));
  return choiceOf(call, { phone: row.customerPhone, ids: [row.id, row.userId] });
}

/** Turns the texts about one appointment on or off. */
export async function setTexts(
  call: Call,
  { id, isOn }: { id: string; isOn: boolean },
): Promise<TextChoice> {
  const row = changeableRow(call.actor, await findAppointment(call.deps.db.orm, id));
  await choose(call, id, isOn, { action: 'appointment.texts_changed', appointmentId: id });
  return choiceOf(call, { phone: row.customerPhone, ids: [row.id, row.userId] });
}

/** Returns whether the caller gets texts about their deliveries. */
export async function readOwnTexts(call: UserCall): Promise<TextChoice> {
  const { userId } = call.actor;
  const user = await findUserById(call.deps.db.orm, userId);
  if (!user) throw new DomainError('not_found', MESSAGES.notFound);
  return choiceOf(call, { phone: user.phone, ids: [userId] });
}

/** Turns the texts about all of the caller's deliveries on or off. */
export async function setOwnTexts(
  call: UserCall,
  { isOn }: { isOn: boolean },
): Promise<TextChoice> {
  const { userId } = call.actor;
  await choose(call, userId, isOn, { action: 'account.texts_changed', userId });
  return readOwnTexts(call);
}
