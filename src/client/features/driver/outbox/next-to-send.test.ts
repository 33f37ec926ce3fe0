import { expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import { agreedTo, type DeviceAction, type QueuedAction, replaces } from './device-action';
import { firstPauseEnd, nextToSend } from './next-to-send';
import { appointmentToName } from './refused-threads';

const queued = (seq: number, action: DeviceAction, over: Partial<QueuedAction> = {}) => ({
  seq,
  action,
  actionKey: `k${seq}`,
  userId: 'u',
  pressedAt: '',
  afterKey: null,
  publicCode: null,
  refusal: null,
  ...over,
});
const COMPLETE = { kind: 'complete', actualGallons: '9', notes: null, position: null } as const;
const SET_ASIDE = { tries: 5, failure: 'It broke.' };

test("later actions of a thread wait for one that's set aside, and other threads continue", () => {
  const aside = queued(1, { kind: 'enRoute', id: 'a' }, SET_ASIDE);
  const behind = queued(2, { ...COMPLETE, id: 'a' });
  const other = queued(3, { kind: 'enRoute', id: 'b' });
  expect(nextToSend([aside, behind, other])).toBe(other);
  expect(nextToSend([aside, behind])).toBe(aside);
  expect(nextToSend([aside, behind], { failed: new Set(['a']) })).toBeNull();
  // Staff have the action and decide, so later actions can be sent.
  expect(nextToSend([{ ...aside, refusal: 'It broke.', isKept: true }, behind])).toBe(behind);
});

test("a photo that's set aside doesn't block anything", () => {
  const aside = queued(1, { kind: 'completePhoto', id: 'a', photo: 'data:1' }, SET_ASIDE);
  const late = queued(2, { kind: 'completePhoto', id: 'a', photo: 'data:2' });
  expect(nextToSend([aside, late])).toBe(late);
});

test('a device action only replaces an older one of the same driver and date', () => {
  const load = { regularGallons: '9', premiumGallons: '', smallIceBags: 0, largeIceBags: 0 };
  const date = '2026-06-13';
  const actions = (driverId: number, date: string): DeviceAction[] => [
    { kind: 'load', driverId, date, ...load },
    { kind: 'order', driverId, date, stopIds: [] },
  ];
  const duty = (driverId: number): DeviceAction => ({ kind: 'duty', driverId, status: 'offline' });
  for (const [i, action] of [...actions(1, date), duty(1)].entries()) {
    const replaced = (older: DeviceAction[]) =>
      older.map((one, seq) => replaces(action, queued(seq, one)));
    expect(replaced([...actions(1, date), duty(1)])).toEqual([i === 0, i === 1, i === 2]);
    expect(replaced([...actions(2, date), duty(2)])).toEqual([false, false, false]);
    expect(replaced(actions(1, '2026-06-12'))).toEqual([false, false]);
  }
});

test("a report about a refusal doesn't name an appointment that would get it refused", () => {
  const named = (...actions: DeviceAction[]) =>
    appointmentToName({ actions: actions.map((action, seq) => queued(seq, action)) });
  expect(named({ kind: 'completePhoto', id: 'a', photo: 'data:1' })).toBe('a');
  const kept = queued(1, { kind: 'enRoute', id: 'a' }, { refusal: 'It moved.', isKept: true });
  expect(appointmentToName({ actions: [kept] })).toBe('a');
  expect(named({ kind: 'enRoute', id: 'a' }, { ...COMPLETE, id: 'a' })).toBeNull();
  expect(named({ kind: 'report', driverId: 1, id: 'a', text: 'The pump leaks' })).toBeNull();
});

test("a limited kind of action isn't sent before the time the server named", () => {
  const pause = { from: 1_000, until: 9_000 };
  const limited = queued(1, { kind: 'enRoute', id: 'a' }, { pause });
  const alike = queued(2, { kind: 'enRoute', id: 'b' });
  const behind = queued(3, { ...COMPLETE, id: 'b' });
  const other = queued(4, { ...COMPLETE, id: 'c' });
  const all = [limited, alike, behind, other];
  expect(nextToSend(all, { now: 5_000 })).toBe(other);
  expect(firstPauseEnd(all, 5_000)).toBe(9_000);
  // Later actions for the same appointment wait for this one.
  expect(nextToSend([limited, alike, behind], { now: 5_000 })).toBeNull();
  for (const now of [9_000, 999]) {
    expect(nextToSend(all, { now })).toBe(limited);
    expect(firstPauseEnd(all, now)).toBeNull();
  }
});

test("a limited photo doesn't block its appointment's other actions", () => {
  const pause = { from: 0, until: 9_000 };
  const photo = queued(1, { kind: 'completePhoto', id: 'a', photo: 'data:1' }, { pause });
  const step = queued(2, { ...COMPLETE, id: 'a' });
  expect(nextToSend([photo, step], { now: 5 })).toBe(step);
});

test("later actions of a walk-up wait for the driver's answer, and other threads continue", () => {
  const walkUp: DeviceAction = {
    kind: 'walkUp',
    driverId: 1,
    id: 'a',
    shownDate: '2026-06-13',
    location: 'Pier 4',
    slipNumber: null,
    fuelType: 'Regular' as const,
    estimatedGallons: '10',
    smallIceBags: 0,
    largeIceBags: 0,
    customerPhone: null,
    boatName: 'Gull',
    unitPriceCents: cents(410),
    confirmAboveCents: cents(60_000),
    expectedTotalCents: cents(6_600),
  };
  const asked = { question: 'Why?', totalCents: cents(8_600), unitPriceCents: cents(610) };
  const first = queued(1, walkUp, { asked });
  const behind = queued(2, { ...COMPLETE, id: 'a' });
  const other = queued(3, { kind: 'enRoute', id: 'b' });
  expect(nextToSend([first, behind, other])).toBe(other);
  expect(nextToSend([first, behind])).toBeNull();
  const agreed = { ...first, ...agreedTo(first) };
  expect(agreed.action).toEqual({
    ...walkUp,
    unitPriceCents: cents(610),
    expectedTotalCents: cents(8_600),
  });
  expect(nextToSend([agreed, behind])).toBe(agreed);
});
