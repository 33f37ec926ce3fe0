import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { ErrorState } from '@/client/components/feedback/states';
import { Money } from '@/client/components/money';
import { Pager, usePageWithin } from '@/client/components/pager';
import { Panel } from '@/client/components/panel';
import { useMay } from '@/client/identity/use-may';
import { useInstants } from '@/client/lib/business-zone';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { type CalendarDate, formatMonthDay } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import { formatCount } from '@/domain/text';
import { AccountPaymentDialog } from './house-account-dialogs';
import { counted, useBilling } from './use-billing';

type Billing = Outputs['admin']['billing'];
type ToSend = Billing['toSend']['items'][number];
type Overdue = Billing['overdue']['items'][number];

/** Polls, because an invoice becomes overdue without any change. */
const POLL_MS = 60_000;

/** The invoices of house accounts that are due to be sent, and those that are overdue. */
export function BillingPanels() {
  const [sendPage, setSendPage] = useState(1);
  const [overduePage, setOverduePage] = useState(1);
  const list = trpc.admin.billing.useQuery(
    { sendPage, overduePage },
    { refetchInterval: POLL_MS, placeholderData: (before) => before },
  );
  const { data, isPlaceholderData } = list;
  const pagesOf = (count: number) => Math.max(1, Math.ceil(count / (data?.pageSize ?? 1)));
  const sendPages = data && !isPlaceholderData ? pagesOf(data.toSend.count) : null;
  const overduePages = data && !isPlaceholderData ? pagesOf(data.overdue.count) : null;
  usePageWithin(sendPage, sendPages, setSendPage);
  usePageWithin(overduePage, overduePages, setOverduePage);
  if (!data) {
    return list.isError ? (
      <ErrorState title="We couldn’t load the invoices" onRetry={() => list.refetch()} />
    ) : null;
  }
  const { toSend, overdue, through } = data;
  return (
    <>
      {toSend.count > 0 ? (
        <ToSendPanel
          toSend={toSend}
          through={through}
          pages={{ page: sendPage, count: pagesOf(toSend.count), onPage: setSendPage }}
        />
      ) : null}
      {overdue.count > 0 ? (
        <OverduePanel
          overdue={overdue}
          pages={{ page: overduePage, count: pagesOf(overdue.count), onPage: setOverduePage }}
        />
      ) : null}
    </>
  );
}

type Pages = { page: number; count: number; onPage: (page: number) => void };
const LIST = 'divide-y divide-edge/60';
const LINE = 'flex flex-wrap items-center gap-x-4 gap-y-2 py-2';

function ToSendPanel({
  toSend,
  through,
  pages,
}: {
  toSend: Billing['toSend'];
  through: CalendarDate;
  pages: Pages;
}) {
  const { issue, issueAll, busy } = useBilling();
  const { confirm, confirmDialog } = useConfirm();
  const { count, sendable } = toSend;
  const sendAll = async () => {
    const sure = await confirm({
      title: `Issue and send ${counted(sendable, 'invoice')}?`,
      description:
        'We’ll email each one to the customer’s billing email. An issued invoice can’t be changed.',
      confirmLabel: 'Issue and Send All',
      cancelLabel: 'Not Now',
    });
    if (sure) await issueAll();
  };
  return (
    <Panel
      tight
      icon="mail"
      id="invoices-to-send"
      title={`Invoices to send (${formatCount(count)})`}
      subtitle={`Unbilled house account deliveries through ${formatMonthDay(through)}. Total: ${formatDollars(toSend.cents)}.`}
      actions={
        sendable > 1 ? (
          <Button size="sm" busy={busy === 'all'} disabled={busy !== null} onClick={sendAll}>
            Issue and Send All
          </Button>
        ) : null
      }
    >
      <ul aria-label="Invoices to send" className={LIST}>
        {toSend.items.map((item) => (
          <li key={item.userId} className={LINE}>
            <Who item={item}>
              {rangeText(item.from, item.to)} · {counted(item.deliveries, 'delivery', 'deliveries')}
              {item.laterDeliveries > 0
                ? ` · ${formatCount(item.laterDeliveries)} more on the next invoice`
                : ''}
              {item.hasEmail ? '' : ' · No billing email'}
            </Who>
            <Money>{formatDollars(item.amountCents)}</Money>
            <Button
              size="sm"
              variant="quiet"
              busy={busy === item.userId}
              disabled={busy !== null}
              onClick={() => issue(item)}
            >
              {item.hasEmail ? 'Issue and Send' : 'Issue Invoice'}
              <span className="sr-only">, {item.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Pager
        label="Invoices to send"
        page={pages.page}
        pageCount={pages.count}
        busy={false}
        onPage={pages.onPage}
      />
      {confirmDialog}
    </Panel>
  );
}

function OverduePanel({ overdue, pages }: { overdue: Billing['overdue']; pages: Pages }) {
  const [paying, setPaying] = useState<Overdue | null>(null);
  const { remind, busy } = useBilling();
  const { confirm, confirmDialog } = useConfirm();
  const { formatInstant } = useInstants();
  const send = async (item: Overdue) => {
    const sure =
      item.remindedAt === null ||
      (await confirm({
        title: 'Send the reminder again?',
        description: `The last one was sent on ${formatInstant(item.remindedAt)}.`,
        confirmLabel: 'Send Again',
        cancelLabel: 'Don’t Send',
      }));
    if (sure) await remind(item);
  };
  return (
    <Panel
      tight
      icon="clock"
      id="overdue-invoices"
      title={`Overdue invoices (${formatCount(overdue.count)})`}
      subtitle={`${formatDollars(overdue.cents)} is overdue.`}
    >
      <ul aria-label="Overdue invoices" className={LIST}>
        {overdue.items.map((item) => (
          <li key={item.number} className={LINE}>
            <Who item={item}>
              Invoice {item.number} · {counted(item.daysOverdue, 'day')} overdue
              {item.openCents === item.totalCents
                ? ''
                : ` · ${formatDollars(item.totalCents)} total`}
              {item.remindedAt === null ? '' : ` · Reminded ${formatInstant(item.remindedAt)}`}
              {item.hasEmail ? '' : ' · No billing email'}
            </Who>
            <Money>{formatDollars(item.openCents)}</Money>
            <span className="flex flex-wrap gap-2">
              {item.hasEmail ? (
                <Button
                  size="sm"
                  variant="quiet"
                  busy={busy === item.number}
                  disabled={busy !== null}
                  onClick={() => send(item)}
                >
                  Send Reminder<span className="sr-only">, invoice {item.number}</span>
                </Button>
              ) : null}
              <Button size="sm" variant="quiet" onClick={() => setPaying(item)}>
                Record Payment<span className="sr-only">, {item.name}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Pager
        label="Overdue invoices"
        page={pages.page}
        pageCount={pages.count}
        busy={false}
        onPage={pages.onPage}
      />
      {paying ? (
        <AccountPaymentDialog
          id={paying.userId}
          openCents={paying.owedCents}
          onClose={() => setPaying(null)}
        />
      ) : null}
      {confirmDialog}
    </Panel>
  );
}

type WhoProps = { item: Pick<ToSend, 'userId' | 'name'>; children: ReactNode };

/** A customer with a link to their page, and facts below. */
function Who({ item, children }: WhoProps) {
  const opens = useMay()('customers');
  return (
    <div className="wrap-anywhere min-w-[min(100%,14rem)] flex-1">
      {opens ? (
        <Link
          to="/admin"
          search={{ tab: 'customers', customer: item.userId }}
          className="link inline-flex font-semibold max-sm:min-h-11 max-sm:items-center"
        >
          {item.name}
        </Link>
      ) : (
        <p className="font-semibold">{item.name}</p>
      )}
      <p className="text-sm text-muted">{children}</p>
    </div>
  );
}

/** Formats a range of dates: "Jun 1–7", "Jun 30–Jul 2". */
function rangeText(from: CalendarDate, to: CalendarDate): string {
  if (from === to) return formatMonthDay(from);
  const end =
    from.slice(0, 7) === to.slice(0, 7) ? String(Number(to.slice(8))) : formatMonthDay(to);
  return `${formatMonthDay(from)}–${end}`;
}
