/**
 * Concessions are refunds and write-offs. Those of one appointment are added up across use cases.
 * Above the limit in the settings, the person confirms their identity first.
 */
import type { Guard } from '@/db/guarded-batch';
import { type Cents, minus } from '@/domain/money';
import type { UserCall } from '@/server/config/call';
import { defaultsOf } from '../../business-settings/business-settings.usecases';
import { isConcededAtMost, selectConceded } from './concessions.repository';

/**
 * A call by a person who can confirm their identity. `requireProof` throws if the last confirmation
 * is too old.
 */
export type ProvableCall = UserCall & { requireProof(): Promise<void> };

/** An appointment's concessions so far, and the limit in the settings (null for the default). */
export type Conceded = { cents: Cents; allowedCents: Cents | null };

/**
 * Allows a use case to concede this much more.
 *
 * @param read the concessions so far, if already read
 * @returns guards for its write, which fails if newer concessions exceed the limit
 * @throws `confirm_identity` if only a person who has just confirmed their identity may do it
 */
export async function requireProofOf(
  { deps, requireProof }: ProvableCall,
  appointmentId: string,
  moreCents: Cents,
  read?: Conceded,
): Promise<Guard[]> {
  if (moreCents <= 0) return [];
  const conceded = read ?? (await selectConceded(deps.db.orm, appointmentId))[0];
  if (!conceded) throw new Error("the appointment doesn't exist");
  const limit = conceded.allowedCents ?? defaultsOf(deps).confirmRefundsAboveCents;
  const allowedCents = minus(limit, moreCents);
  if (conceded.cents <= allowedCents) {
    return [isConcededAtMost(appointmentId, allowedCents)];
  }
  await requireProof();
  return [];
}

/** The audit values for a charge that was lowered without a refund of ours. */
export function claimGivenUp(concededCents: Cents) {
  return concededCents > 0 ? { concededCents } : {};
}
