import { expect, test } from 'bun:test';
import { currentToast } from '@/client/components/feedback/toast-store';
import type { Day } from '@/client/features/driver/day/driver-day';
import { toastDone } from './action-toasts';
import type { QueuedAction } from './device-action';
import type { SendOutcome } from './send-result';

const COMPLETED = {
  action: { kind: 'complete', id: 'a', actualGallons: '284', notes: null, position: null },
} as QueuedAction;

test.each<[string, SendOutcome['held'], RegExp, RegExp | null]>([
  ['nothing is held', undefined, /^Customer has been notified\.$/, null],
  ['all is held', 'all', /^Staff will review these numbers first\./, /has been notified/],
  ['the rest is held', 'rest', /^Customer has been notified\. Staff will review part/, null],
])('the toast of a completion mentions it if %s', (_, held, says, not) => {
  toastDone(COMPLETED, { customerNotified: null, held }, []);
  const { title, description } = currentToast() ?? {};
  expect(title).toBe('Delivery completed!');
  expect(String(description)).toMatch(says);
  if (not) expect(String(description)).not.toMatch(not);
});

test('the toast asks for the payment code if the customer has no card or email', () => {
  const listed = { id: 'a', customerReachable: false, takesFirstCard: true };
  const day = { deliveries: [listed] } as unknown as Day;
  toastDone(COMPLETED, { customerNotified: null }, [['day', day]]);
  expect(currentToast()?.description).toBe('Have the customer scan the code to pay.');
});
