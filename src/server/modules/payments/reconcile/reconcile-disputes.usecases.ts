import type { Deps } from '@/server/config/deps';
import { errorInWords } from '@/server/config/log';
import type { openDisputes } from '../disputes/disputes.repository';
import { applyDispute, checkDispute, type DisputeOutcome } from '../disputes/disputes.usecases';
import type { Findings } from './reconcile-charge.usecases';

/** A cardholder has 120 days to dispute, and a bank 2 months to decide. */
const SINCE_MS = 180 * 86_400_000;

/**
 * Records disputes whose events never arrived, and adds them to `found`.
 *
 * @param open the disputes that are open in the books
 */
export async function compareDisputes(
  deps: Deps,
  open: Awaited<ReturnType<typeof openDisputes>>,
  found: Findings,
): Promise<void> {
  const note = (id: string, outcome: DisputeOutcome) => {
    if (outcome === 'written') found.mended.push(`dispute ${id}: recorded from Stripe`);
  };
  try {
    const askedAt = deps.clock.now();
    const listed = await deps.payments.listDisputes({ since: askedAt - SINCE_MS });
    for (const view of listed) note(view.id, await applyDispute(deps, view, askedAt));
    for (const { id } of open) {
      if (listed.some((view) => view.id === id)) continue;
      note(id, await checkDispute(deps, id));
    }
  } catch (error) {
    const reason = errorInWords(error);
    found.unmended.push(`the disputes couldn't be compared: ${reason}`);
  }
}
