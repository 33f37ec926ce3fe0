/**
 * Concessions: money that is given back, and claims that are given up. Those of one appointment count
 * together, no matter which verbs made them. Above the limit of the settings the person who makes one
 * proves who they are.
 */
import type { Guard } from '@/db/guarded-batch';
import { type Cents, minus } from '@/domain/money';
import type { UserCall } from '@/server/config/call';
import { defaultsOf } from '../../business-settings/business-settings.usecases';
import { isConcededAtMost, selectConceded } from './concessions.repository';

/** A call of a person who can prove who they are; `requireProof` throws where the last proof is too old. */
export type ProvableCall = UserCall & { requireProof(): Promise<void> };

/** What was conceded for an appointment so far, and what the settings allow without a proof; null for the default. */
export type Conceded = { cents: Cents; allowedCents: Cents | null };

/**
 * Lets a verb concede so much more. Throws `confirm_identity` where only a person who has just proven
 * who they are may do that.
 *
 * @param read what was conceded so far, where it was read before
 * @returns the guards of its write, which fails where concessions made meanwhile call for a proof
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
  const limit = conceded.allowedCents ?? defaultsOf(deps).confirmRefundsAboveCents;
  const allowedCents = minus(limit, moreCents);
  if (conceded.cents <= allowedCents) {
    return [isConcededAtMost(appointmentId, allowedCents)];
  }
  await requireProof();
  return [];
}

/** What an audit entry says of a claim that became smaller by so much, without a refund of ours. */
export function claimGivenUp(concededCents: Cents) {
  return concededCents > 0 ? { concededCents } : {};
}
