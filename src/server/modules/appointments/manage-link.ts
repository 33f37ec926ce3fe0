import type { Deps } from '@/server/deps';
import { isSigned, sign } from '../auth/tokens';

const PURPOSE = 'manage-appointment';

/** The guest's key to one booking: its id and our signature over it (D19). */
export function issueManageToken(deps: Deps, appointmentId: string): string {
  return `${appointmentId}.${sign(deps.settings.appSecret, PURPOSE, appointmentId)}`;
}

/** The link that opens one booking without an account, for a letter or to be kept by a guest. */
export function manageLink(deps: Deps, appointmentId: string): string {
  return `${deps.settings.appUrl}/?manage=${issueManageToken(deps, appointmentId)}`;
}

/** The booking a token opens, or null when we did not sign it. */
export function readManageToken(deps: Deps, token: string): string | null {
  const dot = token.indexOf('.');
  if (dot < 1 || token.length > 200) return null;
  const appointmentId = token.slice(0, dot);
  const valid = isSigned(deps.settings.appSecret, PURPOSE, appointmentId, token.slice(dot + 1));
  return valid ? appointmentId : null;
}
