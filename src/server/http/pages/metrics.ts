import type { Deps } from '@/server/config/deps';
import { isSameSecret } from '@/server/modules/auth/tokens';
import { readFigures } from '@/server/modules/metrics/metrics.repository';
import { isForwarded } from '../forwarded';
import { type Build, ProcessMetrics } from '../process-metrics';
import { counter, counterBy, gauge, gaugeBy, type RequestMetrics } from '../request-metrics';
import type { IncomingRequest } from '../request-pipeline';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Serves `/metrics` in Prometheus text format to this machine, and to callers with the token. */
export function createMetricsPage(deps: Deps, requests: RequestMetrics, build: Build) {
  const own = { requests, process: new ProcessMetrics(build) };
  return (incoming: IncomingRequest) => metricsPage(deps, own, incoming);
}

async function metricsPage(
  deps: Deps,
  own: { requests: RequestMetrics; process: ProcessMetrics },
  incoming: IncomingRequest,
): Promise<Response> {
  if (!mayRead(deps, incoming)) return new Response('Not found', { status: 404 });
  const now = deps.clock.now();
  const figures = await readFigures(deps.db, now);
  const { appointments, charges, payments, outbox, jobsHeldUntil, cards, disputes } = figures;
  const oldest = outbox.oldest === null ? 0 : Math.max(0, now - outbox.oldest) / 1_000;
  const unowned = jobsHeldUntil === null ? 0 : Math.max(0, now - jobsHeldUntil) / 1_000;
  const lines = [
    ...own.requests.lines(),
    ...own.process.lines(),
    ...gaugeBy(
      'dockside_appointments',
      'Appointments by status.',
      appointments.map(([status, count]) => [{ status }, count]),
    ),
    ...gaugeBy(
      'dockside_charges',
      'Charges by outcome.',
      charges.map(([state, count]) => [{ state }, count]),
    ),
    ...gauge(
      'dockside_payment_troubles',
      'Charges, refunds, and other requests that Stripe currently refuses.',
      payments.standing,
    ),
    ...counter(
      'dockside_payment_rejections_total',
      'Requests that Stripe refused because of us, not because of the card.',
      payments.refused,
    ),
    ...gauge('dockside_disputes_to_answer', 'Disputes that need our response.', disputes.toAnswer),
    ...(disputes.firstDueBy === null
      ? []
      : gauge(
          'dockside_dispute_due_seconds',
          'Seconds until the next dispute response is due. Negative if it’s overdue.',
          (disputes.firstDueBy - now) / 1_000,
        )),
    ...gauge('dockside_cards_tried', 'Cards entered within the last hour.', cards.tried),
    ...gauge('dockside_cards_declined', 'Cards declined within the last hour.', cards.declined),
    ...gauge('dockside_outbox_waiting', 'Messages not sent yet.', outbox.waiting),
    ...gauge('dockside_outbox_oldest_seconds', 'Age of the oldest unsent message.', oldest),
    ...counterBy(
      'dockside_messages_maybe_twice_total',
      'Messages sent again because a provider’s answer was lost, so they may have arrived twice.',
      figures.maybeTwice.map(([channel, count]) => [{ channel }, count]),
    ),
    ...gauge(
      'dockside_database_bytes',
      'Size of the database without its log.',
      figures.databaseBytes,
    ),
    ...(figures.backupAt === null
      ? []
      : gauge(
          'dockside_backup_age_seconds',
          'Seconds since the last backup with `bun run backup` started.',
          (now - figures.backupAt) / 1_000,
        )),
    ...gauge('dockside_write_queue_depth', 'Writes waiting in this process.', deps.db.queueDepth()),
    ...gauge(
      'dockside_jobs_unowned_seconds',
      'Seconds since a process last held the job lease.',
      unowned,
    ),
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
}

function mayRead({ settings }: Deps, { request, address }: IncomingRequest): boolean {
  const { metricsToken } = settings;
  const given = request.headers.get('authorization')?.replace(/^Bearer /i, '');
  if (metricsToken && given) return isSameSecret(given, metricsToken);
  // A proxy on this machine may forward requests of unknown callers, so those don't count as local.
  return address !== null && LOOPBACK.test(address) && !isForwarded(settings, request);
}
