import { MAX_REPORT_LENGTH } from '@/domain/driver/driver.schema';
import type { QueuedAction } from './device-action';
import type { Client } from './send-action';

/**
 * Notifies dispatch of unsent work on this device, in the session of the person who is signed in.
 * The work belongs to that person, who is signing out, or to another driver. The key stops a second
 * report about the same work.
 *
 * @throws if the report can't be sent
 */
export async function reportUnsent(
  client: Client,
  queued: readonly QueuedAction[],
  whose: 'own' | 'other',
): Promise<void> {
  const last = queued.at(-1);
  if (!last) return;
  const { mutate } = client.driver.reportIssue;
  await mutate({ actionKey: `unsent-${last.actionKey}`, text: unsentText(queued, whose) });
}

/**
 * The report's text. It names the orders but not the actions, because another driver may send it.
 */
export function unsentText(queued: readonly QueuedAction[], whose: 'own' | 'other'): string {
  const codes = [...new Set(queued.flatMap(({ publicCode }) => publicCode ?? []))];
  const { length } = queued;
  const what = `${length} unsent ${length === 1 ? 'update' : 'updates'}`;
  const text = [
    whose === 'own'
      ? `Signed out with ${what} on this device.`
      : `This device has ${what} from another driver.`,
    codes.length > 0 ? `${codes.length === 1 ? 'Order' : 'Orders'}: ${codes.join(', ')}.` : '',
    `${length === 1 ? 'It’ll' : 'They’ll'} be sent when that driver signs in on this device again.`,
  ];
  return text.filter(Boolean).join(' ').slice(0, MAX_REPORT_LENGTH);
}
