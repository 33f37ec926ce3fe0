import { useRef } from 'react';
import { newId } from '@/client/lib/new-id';
import { type Inputs, trpc } from '@/client/lib/trpc';
import { useRefreshAppointments } from '../use-status-changes';

type BulkInput = Omit<Inputs['admin']['beginBulkChange'], 'requestId'>;

/** Starts a bulk change, which the page's banner then shows. Retrying doesn't start a second one. */
export function useBeginBulk(): (input: BulkInput) => Promise<void> {
  const utils = trpc.useUtils();
  const refresh = useRefreshAppointments();
  const beginning = trpc.admin.beginBulkChange.useMutation();
  const requestId = useRef(newId());
  return async (input) => {
    await beginning.mutateAsync({ ...input, requestId: requestId.current });
    requestId.current = newId();
    await Promise.all([utils.admin.bulkChanges.invalidate(), refresh()]);
  };
}
