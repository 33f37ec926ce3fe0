import { MAX_REPORT_LENGTH } from '@/domain/driver/driver.schema';
import type { ActionQueue } from './action-queue';
import type { PerformAction } from './perform-action';
import { appointmentToName, type RefusedThread, refusalOf, textOf } from './refused-threads';

/**
 * Sends dispatch what was refused of an appointment, as a report for each of its pictures, because a report
 * takes one. Resolves when each was sent or waits for signal.
 */
export async function reportRefused(
  thread: RefusedThread,
  driverId: number,
  queue: ActionQueue,
  perform: PerformAction,
): Promise<void> {
  const text = `${textOf(thread)}. It wasn’t accepted: ${refusalOf(thread)}`;
  const id = appointmentToName(thread);
  const publicCode = thread.actions.at(-1)?.publicCode ?? undefined;
  const photos = thread.photos.length > 0 ? thread.photos : [null];
  let unstored = photos.length;
  const onStored = () => {
    unstored -= 1;
    // The reports hold all of it from now on, with or without signal. But what only the memory of this
    // page holds is gone with the page.
    if (unstored === 0 && !queue.isStorageFailing()) void queue.discard(thread.keys);
  };
  const results = await Promise.all(
    photos.map((photo, index) => {
      const whole = index === 0 ? text : `Photo ${index + 1} for: ${text}`;
      const report = { kind: 'report' as const, driverId, id };
      return perform(
        { ...report, text: whole.slice(0, MAX_REPORT_LENGTH) },
        { publicCode, photo, onStored },
      );
    }),
  );
  if (results.every(({ kind }) => kind === 'done')) await queue.discard(thread.keys);
}
