import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { PaymentsWorld } from './contract.fixture';

/** Tests how an adapter of the payments port reads signed events. */
export function webhookContract(name: string, start: () => Promise<PaymentsWorld>): void {
  describe(`signed events: ${name}`, () => {
    let world: PaymentsWorld;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world.close());

    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      created: 1_700_000_000,
      data: { object: { id: 'pi_1', object: 'payment_intent' } },
    });
    const verify = (signature: string, now: number, payload = body) =>
      world.payments.verifyWebhook(payload, signature, now);

    test('reads a signed event', async () => {
      const now = world.now();
      expect(await verify(world.sign(body, now), now)).toEqual({
        id: 'evt_1',
        type: 'payment_intent.succeeded',
        createdAt: 1_700_000_000_000,
        objectId: 'pi_1',
        objectType: 'payment_intent',
      });
    });

    test('accepts a time of up to 5 minutes before or after, and not a second more', async () => {
      const now = world.now();
      for (const seconds of [-300, 300]) {
        expect(await verify(world.sign(body, now + seconds * 1000), now)).not.toBeNull();
      }
      for (const seconds of [-302, 302, -86_400, 86_400]) {
        expect(await verify(world.sign(body, now + seconds * 1000), now)).toBeNull();
      }
    });

    test('returns null for forged, altered, and broken signatures', async () => {
      const now = world.now();
      const good = world.sign(body, now);
      expect(await verify(good, now, body.replace('pi_1', 'pi_2'))).toBeNull();
      const seconds = Math.floor(now / 1000);
      const forged = [
        '',
        'nonsense',
        `t=${seconds}`,
        `t=${seconds},v1=${'0'.repeat(64)}`,
        `t=x,${good}`,
        `t=${seconds + 10},${good}`,
        good.replace('v1=', 'v0='),
        good.replace(/t=\d+/, `t=${seconds + 1}`),
      ];
      for (const signature of forged) expect(await verify(signature, now)).toBeNull();
      const notJson = 'not json';
      expect(await verify(world.sign(notJson, now), now, notJson)).toBeNull();
    });
  });
}
