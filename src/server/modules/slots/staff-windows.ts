import type { CalendarDate } from '@/domain/calendar';
import { DomainError } from '@/domain/errors';
import { type Deps, todayOf } from '@/server/deps';
import type { WindowKey } from './slots.repository';

/** "2026-06-13/0": a window in the audit trail. */
export const nameOf = (key: WindowKey) => `${key.date}/${key.windowIndex}`;

export function keyOfName(name: unknown): WindowKey {
  const [date = '', index] = String(name).split('/');
  return { date, windowIndex: Number(index) };
}

/** Staff change nothing behind them; `field` is what the sentence is shown at. */
export function refusePast(deps: Deps, date: CalendarDate, field: string) {
  if (date >= todayOf(deps)) return;
  throw new DomainError('invalid_input', 'That day is over.', { field });
}
