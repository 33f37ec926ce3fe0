import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type Push, type PushPort, PushRefused, type PushTarget, type VapidKeys } from './port';

export type PushWorld = {
  push: PushPort;
  to: PushTarget;
  /** The texts that the browser read, in order. */
  received(): Promise<{ payload: string; topic: string; ttlSeconds: number }[]>;
  /** Makes the next push fail. */
  next(trouble: 'gone' | 'rejected' | 'lost' | 'down'): void;
  close(): Promise<void>;
};

/** Every adapter of the push port passes these tests. */
export function pushContract(name: string, start: () => Promise<PushWorld>): void {
  describe(`push port: ${name}`, () => {
    let world: PushWorld;
    let keys: VapidKeys;
    let push: Push;
    beforeEach(async () => {
      world = await start();
      keys = await world.push.newKeys();
      const payload = JSON.stringify({ title: '12 stops assigned', body: 'für Samstag' });
      push = { id: 'push-1', to: world.to, payload, topic: 'driver', ttlSeconds: 600 };
    });
    afterEach(() => world.close());

    test('creates keys of the right form', async () => {
      expect(keys.publicKey).toMatch(/^[\w-]{87}$/);
      expect(keys.privateKey).toMatch(/^[\w-]{43}$/);
      expect(await world.push.newKeys()).not.toEqual(keys);
    });

    test('reaches the browser', async () => {
      await world.push.send(push, keys);
      const { payload, topic, ttlSeconds } = push;
      expect(await world.received()).toEqual([{ payload, topic, ttlSeconds }]);
    });

    test.each(['gone', 'rejected'] as const)('reports a permanent refusal: %s', async (refusal) => {
      world.next(refusal);
      const error = await world.push.send(push, keys).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(PushRefused);
      expect((error as PushRefused).refusal).toBe(refusal);
      expect(await world.received()).toEqual([]);
    });

    test.each(['lost', 'down'] as const)('can be sent again after: %s', async (trouble) => {
      world.next(trouble);
      const error = await world.push.send(push, keys).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(PushRefused);
      expect(String(error)).not.toContain(push.to.endpoint);
      await world.push.send(push, keys);
      expect((await world.received()).length).toBe(trouble === 'lost' ? 2 : 1);
    });
  });
}
