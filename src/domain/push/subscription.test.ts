import { expect, test } from 'bun:test';
import { isPushService } from './subscription.schema';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QGx',
  'https://wns2-by3p.notify.windows.com/w/?token=BQYA',
])('a browser’s push service is accepted: %s', (endpoint) => {
  expect(isPushService(endpoint)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://127.0.0.1/fcm/send',
  'https://localhost/',
  'https://fcm.googleapis.com.evil.example/',
  'https://fcm.googleapis.com:8443/',
  'https://user:pass@fcm.googleapis.com/',
  'https://169.254.169.254/latest/meta-data',
  'https://evil.example/?fcm.googleapis.com',
  'https://notify.windows.com/',
  'nonsense',
])('any other address is refused: %s', (endpoint) => {
  expect(isPushService(endpoint)).toBe(false);
});
