/**
 * Concessions: money that is given back, and claims that are given up. Those of one appointment count
 * together, whichever verbs made them; above what the settings allow who makes one proves who they are
 * (D76).
 */
import type { Guard } from '@/db/guarded-batch';
import { type Cents, minus } from '@/domain/money';
import type { UserCall } from '@/server/config/call';
import { defaultsOf } from '../business-settings/business-settings.usecases';
import { isConcededAtMost, selectConceded } from './concessions.repository';

/** A call whose maker can be asked who they are; `requireProof` throws where that is too long ago. */
export type ProvableCall = UserCall & { requireProof(): Promise<void> };

/** What was conceded for an appointment so far, and what the settings allow unasked; null for the default. */
export type Conceded = { cents: Cents; unaskedCents: Cents | null };

/**
 * Lets a verb concede so much more. Throws `confirm_identity` where only a person who has just proven
 * who they are may do that.
 *
 * @param read what was conceded so far, where it was read before
 * @returns the guards of its write: not so much else was conceded meanwhile that it had to be asked
 */
export async function requireProofOf(
  { deps, requireProof }: ProvableCall,
  appointmentId: string,
  moreCents: Cents,
  read?: Conceded,
): Promise<Guard[]> {
  if (moreCents <= 0) return [];
  const conceded = read ?? (await selectConceded(deps.db.orm, appointmentId))[0];
  if (!conceded) throw new Error('the appointment is not there');
  const limit = conceded.unaskedCents ?? defaultsOf(deps).confirmRefundsAboveCents;
  const unaskedCents = minus(limit, moreCents);
  if (conceded.cents <= unaskedCents) {
    return [isConcededAtMost(appointmentId, unaskedCents)];
  }
  await requireProof();
  return [];
}

/** What an audit entry says of a claim that became smaller by so much, without a refund of ours. */
export function claimGivenUp(concededCents: Cents) {
  return concededCents > 0 ? { concededCents } : {};
}
