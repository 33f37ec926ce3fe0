import { expect, test } from 'bun:test';
import { TRPCClientError } from '@trpc/client';
import { currentToast, dismissToast } from '@/client/components/feedback/toast-store';
import { toastUpdateFailed } from './use-status-changes';

const refusedFor = (reason: string) =>
  TRPCClientError.from({
    error: { message: 'A sentence.', code: -32603, data: { reason, field: null, details: null } },
  });

test('a change after the session ended shows no toast, because the desk asks to sign in', () => {
  dismissToast();
  toastUpdateFailed(refusedFor('person_changed'));
  expect(currentToast()).toBeNull();
  toastUpdateFailed(refusedFor('slot_taken'));
  expect(currentToast()).toMatchObject({ title: 'Update Failed' });
  dismissToast();
});
