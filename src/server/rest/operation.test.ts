import { describe, expect, test } from 'bun:test';
import * as z from 'zod/mini';
import { cents, gallonTenths } from '@/domain/money';
import { orderFields } from '@/domain/order/order.schema';
import type { createCaller } from '@/server/trpc';
import { user } from './answers/accounts';
import { dollars, gallons, inDollars, inGallons } from './described.schema';
import { operation } from './operation';
import { asSent, neverRead, nullAsLeftOut, tolerantNumber } from './sent';

const facts = {
  method: 'POST',
  path: '/api/test',
  id: 'test',
  tag: 'Staff',
  summary: 'A test',
  procedures: ['auth.logout'],
} as const;
const card = z.object({ last4: z.string() });
const answer = z.object({ total: dollars, card: z.nullable(card), cards: z.array(card) });
const good = { total: inDollars(cents(416)), card: null, cards: [{ last4: '4242' }] };

// These operations call no procedure.
const caller = {} as ReturnType<typeof createCaller>;
const sent = (body: Record<string, unknown>) => ({ params: {}, query: {}, body });

describe('the compiler refuses an answer', () => {
  test('without one of its fields', () => {
    // @ts-expect-error `cards` is missing.
    operation({ ...facts, answer, call: async () => ({ total: good.total, card: null }) });
  });

  test('with an undeclared field, and one that gets through is dropped', async () => {
    const { run } = operation({
      ...facts,
      answer,
      // @ts-expect-error `secret` is not declared.
      call: async () => ({ ...good, secret: 'a hash' }),
    });
    expect(await run(caller, sent({}))).toEqual(good);
  });

  test('with an undeclared field at any depth', async () => {
    const known = { last4: '4242', fingerprint: 'f' };
    const inObject = operation({
      ...facts,
      answer,
      // @ts-expect-error `fingerprint` is not declared.
      call: async () => ({ ...good, card: known }),
    });
    const inList = operation({
      ...facts,
      answer,
      // @ts-expect-error `fingerprint` is not declared.
      call: async () => ({ ...good, cards: [known] }),
    });
    expect(await inObject.run(caller, sent({}))).toEqual({ ...good, card: { last4: '4242' } });
    expect(await inList.run(caller, sent({}))).toEqual(good);
  });

  test('with cents or tenths in place of dollars or gallons', () => {
    // @ts-expect-error Cents aren't dollars.
    operation({ ...facts, answer, call: async () => ({ ...good, total: cents(416) }) });
    // @ts-expect-error Tenths aren't gallons.
    operation({ ...facts, answer: gallons, call: async () => gallonTenths(125) });
    operation({ ...facts, answer: gallons, call: async () => inGallons(gallonTenths(125)) });
  });
});

test("the compiler refuses an unnamed procedure and a body that doesn't fit", () => {
  operation({
    ...facts,
    answer: z.nullable(user),
    // @ts-expect-error Only auth.logout is named.
    call: (only) => only.auth.me(),
  });
  operation({
    ...facts,
    procedures: ['auth.login'],
    body: z.object({ username: z.string(), password: z.number() }),
    answer: user,
    // @ts-expect-error A password is text.
    call: (only, { body }) => only.auth.login(body),
  });
});

describe('a body', () => {
  const reads = async (body: z.ZodMiniType, value: unknown) => {
    const { run } = operation({
      ...facts,
      body: z.object({ value: z.optional(body) }),
      answer: z.unknown(),
      call: async (_, read) => read.body,
    });
    return (await run(caller, sent({ value }))) as { value?: unknown };
  };
  const gallonsOrdered = z.number('Whole gallons, please.').check(z.int('Whole gallons, please.'));

  test.each([
    [20, 20],
    ['20', 20],
  ])('accepts a tolerant number as %p', async (value, read) => {
    expect(await reads(tolerantNumber(gallonsOrdered), value)).toEqual({ value: read });
  });

  test.each([['2.5'], ['-1'], ['1e3'], [' 2'], [''], [2.5], [true]])(
    "refuses a tolerant number as %p with its schema's message",
    async (value) => {
      const refused = reads(tolerantNumber(gallonsOrdered), value);
      expect(refused).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ message: 'Whole gallons, please.', path: ['value'] }] },
      });
    },
  );

  test('passes on unchanged what the procedure converts', async () => {
    const asCents = z.pipe(
      z.union([z.number(), z.string()], 'An amount, please.'),
      z.transform((value) => Number(value) * 100),
    );
    expect(await reads(asSent(asCents), '4.16')).toEqual({ value: '4.16' });
    expect(reads(asSent(asCents), null)).rejects.toMatchObject({
      cause: { issues: [{ message: 'An amount, please.' }] },
    });
  });

  test('accepts null as omitted, or as blank if the text may be blank', async () => {
    expect((await reads(nullAsLeftOut(z.string()), null)).value).toBeUndefined();
    expect((await reads(nullAsLeftOut(z.string()), 'B7')).value).toBe('B7');
    expect((await reads(orderFields.slipNumber, null)).value).toBeNull();
    expect(await reads(neverRead, { any: 'thing' })).toEqual({ value: { any: 'thing' } });
  });
});
