import { expect, test } from 'bun:test';
import { safetyHeaders } from './safety';

const options = { https: true, sandboxOrigin: null, mapTiles: null };

test('with Stripe, its frame may open wallets and hear from their windows', () => {
  const headers = safetyHeaders({ ...options, stripeOrigins: true });
  expect(headers['permissions-policy']).toContain(
    'payment=(self "https://js.stripe.com" "https://pay.google.com")',
  );
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  expect(headers['content-security-policy']).toContain('frame-src https://js.stripe.com');
});

test('without Stripe, no page may ask for a payment', () => {
  const headers = safetyHeaders({ ...options, stripeOrigins: false });
  expect(headers['permissions-policy']).toContain('payment=()');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
});

test('only our own pages may keep the screen on', () => {
  const headers = safetyHeaders({ ...options, stripeOrigins: true });
  expect(headers['permissions-policy']).toContain('screen-wake-lock=(self)');
});
