import { useRef, useState } from 'react';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { newId } from '@/client/lib/new-id';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatCount } from '@/domain/text';

type Billing = Outputs['admin']['billing'];
type ToSend = Billing['toSend']['items'][number];

/** Counts things: "1 invoice", "3 invoices". */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** How staff issue, send, and remind from the lists. `busy` is the account or invoice being handled. */
export function useBilling() {
  const utils = trpc.useUtils();
  const issuing = trpc.admin.issueInvoice.useMutation();
  const reminding = trpc.admin.sendInvoice.useMutation();
  const [busy, setBusy] = useState<string | number | null>(null);
  /** Repeating a press after a lost answer must not issue another invoice. */
  const requests = useRef(new Map<string, string>());
  const refresh = async () => {
    void utils.admin.houseAccount.invalidate();
    await utils.admin.billing.invalidate();
  };
  const issueOne = async ({ userId, amountCents, hasEmail }: ToSend) => {
    const requestId = requests.current.get(userId) ?? newId();
    requests.current.set(userId, requestId);
    const { number } = await issuing.mutateAsync({
      ...{ userId, requestId, expectedCents: amountCents },
      ...{ through: 'last_month', send: hasEmail },
    });
    requests.current.delete(userId);
    return number;
  };
  const during = async (what: string | number, work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
    } finally {
      await refresh();
      setBusy(null);
    }
  };
  return {
    busy,
    issue: (item: ToSend) =>
      during(item.userId, async () => {
        try {
          const number = await issueOne(item);
          toastSuccess(item.hasEmail ? `Invoice ${number} Sent` : `Invoice ${number} Issued`);
        } catch (failure) {
          toastError('Invoice Not Issued', problemOf(failure).message);
        }
      }),
    /** Issues and sends everything that has an address, one after the other. */
    issueAll: () =>
      during('all', async () => {
        const failed = new Map<string, string>();
        let sent = 0;
        for (let sendPage = 1; ; ) {
          const { toSend } = await utils.admin.billing.fetch(
            { sendPage, overduePage: 1 },
            { staleTime: 0 },
          );
          const next = toSend.items.filter((one) => one.hasEmail && !failed.has(one.userId));
          for (const item of next) {
            try {
              await issueOne(item);
              sent += 1;
            } catch (failure) {
              failed.set(item.userId, problemOf(failure).message);
            }
          }
          // Issued invoices leave the list, so the same page has others then.
          if (next.length === 0) sendPage += 1;
          if (toSend.items.length === 0) break;
        }
        const [reason] = failed.values();
        if (reason) {
          toastError(
            'Some Invoices Not Sent',
            `${counted(sent, 'invoice')} sent, ${formatCount(failed.size)} not sent. ${reason}`,
          );
        } else toastSuccess(sent === 1 ? '1 Invoice Sent' : `${formatCount(sent)} Invoices Sent`);
      }),
    remind: ({ number, reminders }: { number: number; reminders: number }) =>
      during(number, async () => {
        try {
          await reminding.mutateAsync({ number, kind: 'reminder', sentBefore: reminders });
          toastSuccess('Reminder Sent');
        } catch (failure) {
          toastError('Email Not Sent', problemOf(failure).message);
        }
      }),
  };
}
