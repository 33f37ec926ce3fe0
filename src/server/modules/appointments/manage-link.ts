import type { Deps } from '@/server/config/deps';
import { isSigned, sign } from '../auth/tokens';

const PURPOSE = 'manage-appointment';

/** The guest's key to one appointment: its id and our signature over it (D19). */
export function issueManageToken(deps: Deps, appointmentId: string): string {
  return `${appointmentId}.${sign(deps.settings.appSecret, PURPOSE, appointmentId)}`;
}

/** The link that opens one appointment without an account, for an e-mail or to be kept by a guest. */
export function manageLink(deps: Deps, appointmentId: string): string {
  return `${deps.settings.appUrl}/?manage=${issueManageToken(deps, appointmentId)}`;
}

/** Where its owner sees an appointment: signed in on the home page, a guest by their link (D19). */
export function ownerLink(
  deps: Deps,
  { id, userId }: { id: string; userId: string | null },
): string {
  return userId ? `${deps.settings.appUrl}/` : manageLink(deps, id);
}

/** The appointment that a token opens; null when the signature is not ours. */
export function readManageToken(deps: Deps, token: string): string | null {
  const dot = token.indexOf('.');
  if (dot < 1 || token.length > 200) return null;
  const appointmentId = token.slice(0, dot);
  const valid = isSigned(deps.settings.appSecret, PURPOSE, appointmentId, token.slice(dot + 1));
  return valid ? appointmentId : null;
}
