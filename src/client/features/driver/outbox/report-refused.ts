import { MAX_REPORT_LENGTH } from '@/domain/driver/driver.schema';
import type { ActionQueue } from './action-queue';
import type { PerformAction } from './perform-action';
import { appointmentToName, type RefusedThread, refusalOf, textOf } from './refused-threads';

/**
 * Reports an appointment's refused actions to dispatch. A report can have one picture, so each
 * further picture gets its own report.
 *
 * @returns when each report was sent or is waiting for signal
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
    // The reports are stored now and contain everything, so the refused actions can be removed. But
    // if storage fails, the reports are only in this page's memory, so the actions are kept until
    // the reports are sent.
    if (unstored === 0 && !queue.isStorageFailing()) void queue.discard(thread.keys);
  };
  const results = await Promise.all(
    photos.map((photo, index) => {
      const reportText = index === 0 ? text : `Photo ${index + 1} for: ${text}`;
      const report = { kind: 'report' as const, driverId, id };
      return perform(
        { ...report, text: reportText.slice(0, MAX_REPORT_LENGTH) },
        { publicCode, photo, onStored },
      );
    }),
  );
  if (results.every(({ kind }) => kind === 'done')) await queue.discard(thread.keys);
}
