import { describe, expect, test } from 'bun:test';
import { type TimelineEntry, type TimelineFacts, timelineOf } from './timeline';

const ZONE = 'America/New_York';
const at = (time: string) => Date.parse(`2026-06-13T${time}:00-04:00`);
const entry = (
  action: TimelineEntry['action'],
  time: string,
  before: TimelineEntry['before'] = null,
  after: TimelineEntry['after'] = null,
): TimelineEntry => ({ action, at: at(time), before, after });
const CONFIRMED = entry('appointment.confirmed', '08:05');
const SCHEDULED = entry('appointment.scheduled', '08:10');
const SET_OUT = entry('appointment.en_route', '09:40');

const shown = (facts: Partial<TimelineFacts>) =>
  timelineOf(
    {
      ...{ status: 'pending', createdAt: at('08:00'), completedAt: null, cancelledAt: null },
      ...{ isNotDelivered: false, date: '2026-06-13', slotIndex: 2, entries: [] },
      ...facts,
    },
    ZONE,
  ).map(({ label, state, time, detail }) =>
    [state, label, time?.replace('Sat, Jun 13, ', ''), detail].filter(Boolean).join(' '),
  );

describe('a delivery’s timeline', () => {
  test('names what happened in the business’s zone, and what comes next', () => {
    expect(shown({})).toEqual([
      'now Received 8:00 AM',
      'next Confirmed',
      'next Scheduled',
      'next On the way',
      'next Delivered',
    ]);
    expect(shown({ status: 'en_route', entries: [CONFIRMED, SCHEDULED, SET_OUT] })).toEqual([
      'done Received 8:00 AM',
      'done Confirmed 8:05 AM',
      'done Scheduled 8:10 AM',
      'now On the way 9:40 AM',
      'next Delivered',
    ]);
  });

  test('ends with the delivery, and has no next step then', () => {
    const entries = [CONFIRMED, SCHEDULED, SET_OUT];
    const done = shown({ status: 'completed', completedAt: at('10:12'), entries });
    expect(done.at(-1)).toBe('done Delivered 10:12 AM');
    expect(done.some((step) => step.startsWith('n'))).toBe(false);
  });

  test('distinguishes a cancelled delivery from one that the driver couldn’t make', () => {
    const cancelled = { status: 'cancelled', cancelledAt: at('09:00') } as const;
    expect(shown({ ...cancelled, entries: [CONFIRMED] }).at(-1)).toBe('done Cancelled 9:00 AM');
    const failed = { ...cancelled, cancelledAt: at('10:20'), isNotDelivered: true };
    const entries = [SET_OUT, entry('appointment.not_delivered', '10:20')];
    expect(shown({ ...failed, entries })).toEqual([
      'done Received 8:00 AM',
      'done On the way 9:40 AM',
      'done Not delivered 10:20 AM',
    ]);
  });

  test('shows a step that was undone or repeated once', () => {
    const turned = entry('appointment.turned_back', '09:50', { status: 'en_route' }, {});
    const entries = [CONFIRMED, SCHEDULED, SET_OUT, turned];
    expect(shown({ status: 'scheduled', entries })).toContain('next On the way');
    const again = entry('appointment.en_route', '10:30');
    const steps = shown({ status: 'en_route', entries: [...entries, again] });
    expect(steps.filter((step) => step.includes('On the way'))).toEqual([
      'now On the way 10:30 AM',
    ]);
  });

  test('shows where a delivery was moved, even if only its window changed', () => {
    const moved = entry('appointment.rescheduled', '08:30', { slotIndex: 2 }, { slotIndex: 3 });
    const later = entry(
      'appointment.modified',
      '08:40',
      { date: '2026-06-13' },
      { date: '2026-06-14' },
    );
    const steps = shown({ date: '2026-06-14', slotIndex: 3, entries: [moved, later] });
    expect(steps.slice(1, 3)).toEqual([
      expect.stringMatching(/^done Moved 8:30 AM Sat, Jun 13, /),
      expect.stringMatching(/^done Moved 8:40 AM Sun, Jun 14, /),
    ]);
    const sameTime = entry('appointment.edited', '08:50', { location: 'A' }, { location: 'B' });
    expect(shown({ entries: [sameTime] })).toHaveLength(5);
  });
});
