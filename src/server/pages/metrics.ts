import type { Deps } from '@/server/deps';
import type { Call } from '@/server/gate';
import { gauge, gaugeBy, type RequestMetrics } from '@/server/metrics';
import { readFigures } from '@/server/modules/metrics/metrics.repository';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** `/metrics` in Prometheus' text form: to this machine, or to whoever has the token. */
export async function metricsPage(
  deps: Deps,
  metrics: RequestMetrics,
  call: Call,
): Promise<Response> {
  if (!mayRead(deps, call)) return new Response('Not found', { status: 404 });
  const { bookings, charges, outbox, jobsHeldUntil } = await readFigures(deps.db.orm);
  const now = deps.clock.now();
  const oldest = outbox.oldest === null ? 0 : Math.max(0, now - outbox.oldest) / 1_000;
  const lapsed = jobsHeldUntil === null ? 0 : Math.max(0, now - jobsHeldUntil) / 1_000;
  const lines = [
    ...metrics.lines(),
    ...gaugeBy(
      'dockside_bookings',
      'Bookings by status.',
      'status',
      bookings.map((row) => [row.status, row.count]),
    ),
    ...gaugeBy(
      'dockside_charges',
      'Charges by outcome.',
      'state',
      charges.map((row) => [row.state, row.count]),
    ),
    ...gauge('dockside_outbox_waiting', 'Messages not sent yet.', outbox.waiting),
    ...gauge('dockside_outbox_oldest_seconds', 'Age of the oldest message not sent.', oldest),
    ...gauge('dockside_write_queue_depth', 'Writes waiting here.', deps.db.queueDepth()),
    ...gauge(
      'dockside_jobs_unowned_seconds',
      'How long no process has held the lease of the jobs.',
      lapsed,
    ),
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
}

function mayRead({ settings }: Deps, { request, address }: Call): boolean {
  const { metricsToken } = settings;
  const given = request.headers.get('authorization')?.replace(/^Bearer /i, '');
  if (metricsToken && given) return isSame(given, metricsToken);
  // A proxy on this machine passes on strangers.
  const isForwarded = settings.trustProxy === 0 && request.headers.has('x-forwarded-for');
  return address !== null && LOOPBACK.test(address) && !isForwarded;
}

/** Compares in the same time wherever the two differ. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest();
  return crypto.timingSafeEqual(hash(given), hash(expected));
}
