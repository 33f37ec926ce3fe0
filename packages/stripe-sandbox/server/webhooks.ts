import { createHmac } from 'node:crypto';
import type { Store } from './store';

/**
 * An address that receives events. With `fetch`, an app in the same process receives them without a
 * socket.
 */
export interface WebhookTarget {
  url: string;
  secret: string;
  fetch?: (request: Request) => Promise<Response>;
}

/** Creates the `Stripe-Signature` header for a payload sent at `timestamp` (seconds). */
export function signPayload(payload: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

interface Delivery {
  id: number;
  event: string;
  target: string;
  attempts: number;
  due: number;
}

const ATTEMPTS = 20;
const TIMEOUT_MS = 10_000;
const AT_ONCE = 4;
/** How often an idle queue looks for deliveries that another process left. */
const IDLE_POLL_MS = 5_000;

const backoffMs = (attempts: number) => Math.min(60_000, 250 * 2 ** (attempts - 1));

/**
 * Sends each queued event as a signed POST until the answer is 2xx. The queue is in the file, so
 * the next process can deliver the rest. A row is leased while it's being sent.
 */
export class WebhookQueue {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private readonly stopping = new AbortController();

  constructor(
    private readonly store: Store,
    private readonly nowMs: () => number,
    private readonly configured: WebhookTarget[],
    private readonly log: (line: string) => void,
  ) {
    this.schedule(0);
  }

  /** Checks for due deliveries. Called after every write that recorded events. */
  wake(): void {
    if (this.running) this.again = true;
    else this.schedule(0);
  }

  /** Delivers everything that's due, and resolves when nothing due is left. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.again = true;
    while (this.again) {
      this.running ??= this.run();
      await this.running;
    }
  }

  /** Stops the deliveries. A delivery in progress is aborted and stays in the queue. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer);
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.running ??= this.run();
    }, delayMs);
    this.timer.unref();
  }

  private async run(): Promise<void> {
    // From here on, a write may need another run.
    this.again = false;
    try {
      // The caller must store this promise first. Otherwise, a run that ends right away would count
      // as running forever.
      await Promise.resolve();
      for (
        let batch = this.claim();
        batch.length > 0 && !this.stopping.signal.aborted;
        batch = this.claim()
      ) {
        await Promise.all(batch.map((delivery) => this.deliver(delivery)));
      }
    } catch (error) {
      this.log(`webhook queue: ${String(error)}`);
    } finally {
      this.running = undefined;
      if (!this.stopping.signal.aborted) this.schedule(this.again ? 0 : this.untilNextDue());
    }
  }

  private targets(): Map<string, WebhookTarget> {
    return new Map(this.configured.map((target, index) => [`configured:${index}`, target]));
  }

  private claim(): Delivery[] {
    const names = [...this.targets().keys()];
    if (names.length === 0) return [];
    const holes = names.map(() => '?').join(',');
    const rows = this.store.db
      .query<Delivery, (string | number)[]>(
        `UPDATE deliveries SET attempts = attempts + 1, leased_until = ?
         WHERE id IN (SELECT id FROM deliveries WHERE state = 'pending' AND due <= ? AND leased_until <= ? AND target IN (${holes}) ORDER BY due, id LIMIT ${AT_ONCE})
         RETURNING id, event, target, attempts, due`,
      )
      // A lease protects against a process that has ended, so it uses the real clock instead of the
      // sandbox's.
      .all(Date.now() + TIMEOUT_MS + 2_000, this.nowMs(), Date.now(), ...names);
    return rows.sort((a, b) => a.due - b.due || a.id - b.id);
  }

  /**
   * Returns how long until `claim` can find something. Deliveries that this process can't make are
   * covered by a fixed pause.
   */
  private untilNextDue(): number {
    const names = [...this.targets().keys()];
    const row = this.store.db
      .query<{ wait: number | null }, (string | number)[]>(
        `SELECT min(max(due - ?, leased_until - ?)) AS wait FROM deliveries
         WHERE state = 'pending' AND target IN (${names.map(() => '?').join(',')})`,
      )
      .get(this.nowMs(), Date.now(), ...names);
    return Math.min(IDLE_POLL_MS, Math.max(25, row?.wait ?? IDLE_POLL_MS));
  }

  private async deliver(delivery: Delivery): Promise<void> {
    const target = this.targets().get(delivery.target);
    const event = this.store.get('event', delivery.event);
    if (!target || !event) return;
    const payload = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2);
    let failure: string | null = null;
    try {
      const request = new Request(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signPayload(payload, target.secret, Math.floor(this.nowMs() / 1000)),
          'user-agent': 'Stripe/1.0 (sandbox)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const answer = await (target.fetch ?? fetch)(request);
      await answer.body?.cancel();
      if (answer.status < 200 || answer.status > 299) failure = `answered ${answer.status}`;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    if (this.stopping.signal.aborted && failure) {
      // `stop` aborted the delivery, so the row is released for the next process.
      this.store.db.query('UPDATE deliveries SET leased_until = 0 WHERE id = ?').run(delivery.id);
      return;
    }
    if (failure === null) {
      this.store.db
        .query("UPDATE deliveries SET state = 'delivered', last_error = NULL WHERE id = ?")
        .run(delivery.id);
      return;
    }
    const state = delivery.attempts >= ATTEMPTS ? 'failed' : 'pending';
    this.store.db
      .query(
        'UPDATE deliveries SET state = ?, due = ?, leased_until = 0, last_error = ? WHERE id = ?',
      )
      .run(state, this.nowMs() + backoffMs(delivery.attempts), failure, delivery.id);
    this.log(`webhook ${event.type} to ${target.url}: ${failure} (attempt ${delivery.attempts})`);
  }
}
