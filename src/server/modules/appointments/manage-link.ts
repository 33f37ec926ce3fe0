import type { AppointmentRow } from '@/db/schema';
import { guestLinkEnd } from '@/domain/appointment/guest-link';
import type { Deps } from '@/server/config/deps';
import { isSigned, sign } from '../auth/tokens';
import { findAppointment } from './appointments.repository';

const PURPOSE = 'manage-appointment';

type Linked = Pick<AppointmentRow, 'id' | 'linkVersion'>;

/** The first link of an appointment carries no number, as those that were sent before links had one. */
const signedText = ({ id, linkVersion }: Linked) =>
  linkVersion === 0 ? id : `${id}.${linkVersion}`;

/** The guest's key to one appointment: its id, the number of the link, and our signature (D19). */
export function issueManageToken(deps: Pick<Deps, 'settings'>, appointment: Linked): string {
  const text = signedText(appointment);
  return `${text}.${sign(deps.settings.appSecret, PURPOSE, text)}`;
}

/** The link that opens one appointment without an account, for an e-mail or to be kept by a guest. */
export function manageLink(deps: Pick<Deps, 'settings'>, appointment: Linked): string {
  return `${deps.settings.appUrl}/?manage=${issueManageToken(deps, appointment)}`;
}

/** Where its owner sees an appointment: signed in on the home page, a guest by their link (D19). */
export function ownerLink(deps: Deps, appointment: Linked & { userId: string | null }): string {
  return appointment.userId ? `${deps.settings.appUrl}/` : manageLink(deps, appointment);
}

/** What a token says, if its signature is ours; null for any other. */
function readManageToken(deps: Deps, token: string): Linked | null {
  const [, id, number, signature] =
    /^([^.]{1,64})(?:\.(\d{1,6}))?\.([\w-]{20,60})$/.exec(token) ?? [];
  if (id === undefined || signature === undefined) return null;
  const read = { id, linkVersion: Number(number ?? 0) };
  return isSigned(deps.settings.appSecret, PURPOSE, signedText(read), signature) ? read : null;
}

/**
 * The appointment that a guest's token opens. `ended` for one that a newer link replaced, and for one
 * whose time is over (D99); null where the signature is not ours.
 */
export async function openedBy(
  deps: Deps,
  token: string,
): Promise<{ appointmentId: string } | 'ended' | null> {
  const read = readManageToken(deps, token);
  if (!read) return null;
  const row = await findAppointment(deps.db.orm, read.id);
  if (!row) return null;
  const end = guestLinkEnd(row, deps.settings.timeZone);
  const isOver = end !== null && deps.clock.now() >= end;
  return isOver || row.linkVersion !== read.linkVersion ? 'ended' : { appointmentId: row.id };
}
