import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type Text, TextRefused, type TextsPort } from './port';
import { signatureOf } from './signature';

export type TextsWorld = {
  texts: TextsPort;
  /** The texts that the provider accepted, in order. */
  accepted(): Promise<{ to: string; body: string }[]>;
  /** Makes the next text fail. */
  next(trouble: 'number' | 'stopped' | 'lost'): void;
  /** Signs callbacks. */
  token: string;
  close(): Promise<void>;
};

const text: Text = {
  id: '019e0000-0000-7000-8000-000000000001',
  to: '+12695550123',
  body: 'Dockside: confirmed for Sat, Jun 13. https://dock.example/d/0123456789ABCDEFGHIjkl',
};

/** Every adapter of the texts port passes these tests. */
export function textsContract(name: string, start: () => Promise<TextsWorld>): void {
  describe(`texts port: ${name}`, () => {
    let world: TextsWorld;
    beforeEach(async () => {
      world = await start();
    });
    afterEach(() => world.close());

    test('sends a text, and returns the provider’s ID', async () => {
      const { providerId } = await world.texts.send(text);
      expect(providerId.length).toBeGreaterThan(3);
      expect(await world.accepted()).toEqual([{ to: text.to, body: text.body }]);
    });

    test.each(['number', 'stopped'] as const)(
      'reports a permanent refusal: %s',
      async (refusal) => {
        world.next(refusal);
        const error = await world.texts.send(text).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(TextRefused);
        expect((error as TextRefused).refusal).toBe(refusal);
        expect(await world.accepted()).toEqual([]);
      },
    );

    test('finds a text whose answer was lost', async () => {
      const since = Date.now();
      expect(await world.texts.find(text, since)).toBeNull();
      world.next('lost');
      const error = await world.texts.send(text).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(TextRefused);
      expect(await world.texts.find(text, since)).toEqual({ providerId: expect.any(String) });
      expect(
        await world.texts.find({ ...text, id: 'other', body: 'Another text' }, since),
      ).toBeNull();
    });

    test('accepts signed callbacks only', async () => {
      const url = 'https://dock.example/api/texts/status?message=1';
      const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' };
      const signature = signatureOf(world.token, url, fields);
      const isSigned = (change: Partial<Parameters<TextsPort['isSigned']>[0]>) =>
        world.texts.isSigned({ url, fields, signature, ...change });
      expect(await isSigned({})).toBe(true);
      expect(await isSigned({ url: url.replace('=1', '=2') })).toBe(false);
      expect(await isSigned({ fields: { ...fields, MessageStatus: 'failed' } })).toBe(false);
      expect(await isSigned({ fields: { ...fields, Extra: '' } })).toBe(false);
      for (const forged of [null, '', 'nonsense', signature.toLowerCase(), `${signature} `]) {
        expect(await isSigned({ signature: forged })).toBe(false);
      }
      const other = signatureOf('another token', url, fields);
      expect(await isSigned({ signature: other })).toBe(false);
    });
  });
}
