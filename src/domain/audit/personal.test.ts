import { expect, test } from 'bun:test';
import { cents } from '../money';
import { partPersonal } from './personal';

test('personal values are separated from general ones', () => {
  const values = {
    status: 'pending' as const,
    location: 'Maple Island',
    email: null,
    amountCents: cents(5),
  };
  expect(partPersonal('appointment', values)).toEqual({
    kept: { status: 'pending', email: null, amountCents: cents(5) },
    personal: { location: 'Maple Island' },
  });
});

test('an entry without personal values has no details', () => {
  expect(partPersonal('charge', { state: 'due' }).personal).toBeUndefined();
  expect(partPersonal('charge', undefined)).toEqual({ kept: undefined, personal: undefined });
});

test('values about the business aren’t personal', () => {
  const values = { email: 'help@dock.example', phone: '(269) 555-0100' };
  expect(partPersonal('support', values)).toEqual({ kept: values, personal: undefined });
});
