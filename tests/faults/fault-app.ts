/** The product in one process, with the real payment adapter and a sandbox that fails on demand. */
import { rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { createStripeSandbox, type StripeSandbox } from '@dockside/stripe-sandbox/server/sandbox';
import { createDb } from '@/db/client';
import { cents } from '@/domain/money';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { createStripePayments } from '@/server/ports/payments/stripe';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, WEBHOOK_SECRET } from '../support/app';
import { Visitor } from '../support/visitor';

export type ChargeBook = {
  appointmentId: string;
  state: string;
  amountCents: number;
  attempt: number;
  paymentIntentId: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  refundedCents: number;
};

export type FaultApp = TestApp & {
  sam: Visitor;
  staff: Visitor;
  /** Sends one of the sandbox's control calls. */
  sandboxCall(method: string, path: string, body?: object): Promise<unknown>;
  /**
   * Makes matching requests fail in that way, from now on or `count` times. Method `*` matches any.
   */
  fail(
    method: string,
    path: string,
    fault: string,
    more?: { count?: number; probability?: number; seed?: number },
  ): Promise<void>;
  heal(): Promise<void>;
  /** A scheduled appointment with a saved card, which a completion charges. */
  ready(card?: string): Promise<string>;
  charges(): Promise<ChargeBook[]>;
  charge(appointmentId: string): Promise<ChargeBook>;
  /** Moves the clock and runs the sweeper until it has nothing left, at most `rounds` times. */
  sweepUntilQuiet(rounds?: number): Promise<number>;
  /** Starts over with the same users, no appointments, an empty sandbox, and the clock at `now`. */
  rewind(now: number): Promise<void>;
};

/** @param options.timeoutMs the limit for a hanging request. Default: the adapter's own */
export async function startFaultApp(options: { timeoutMs?: number } = {}): Promise<FaultApp> {
  let app: TestApp | undefined;
  const sandboxNow = () => {
    if (!app) throw new Error('the sandbox is not there yet');
    return app.sandbox;
  };
  const impatient = createStripePayments({
    secretKey: 'sk_test_dockside',
    webhookSecret: WEBHOOK_SECRET,
    timeoutMs: options.timeoutMs,
    maxNetworkRetries: 0,
    fetch: (input, init) => sandboxNow().fetch(input, init),
  });
  const started = await startTestApp({
    payments: () => impatient,
    // Hours pass in these tests, and staff shouldn't have to verify again.
    settings: { confirmRefundsAboveCents: cents(100_000_00) },
  });
  app = started;
  // After `rewind`, the sandbox is a new one, and users keep their browsers.
  const browserFetch = (request: Request) => sandboxNow().browserFetch(request);
  started.visitor = () =>
    new Visitor(started.handle, { browserFetch } as StripeSandbox, started.deps.settings.appUrl);
  await started.deps.db.client.execute(
    'insert into booking_settings (id, default_capacity, updated_at) values (1, 10000, 0)',
  );
  const closeFirst = started.close;
  const sam = await customer(started);
  const staff = await admin(started);

  const call = async (method: string, path: string, body?: object) => {
    const answer = await started.sandbox.fetch(`http://sandbox${path}`, {
      method,
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const charges = async () => {
    const { rows } = await started.deps.db.client.execute('select * from charges order by id');
    return rows.map((row) => ({
      appointmentId: String(row.appointment_id),
      state: String(row.state),
      amountCents: Number(row.amount_cents),
      attempt: Number(row.attempt),
      paymentIntentId: row.payment_intent_id === null ? null : String(row.payment_intent_id),
      errorCode: row.error_code === null ? null : String(row.error_code),
      errorMessage: row.error_message === null ? null : String(row.error_message),
      refundedCents: Number(row.refunded_cents),
    }));
  };

  await started.deps.db.client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  const { rows } = await started.deps.db.client.execute('pragma database_list');
  const file = String(rows[0]?.file);
  const template = `${file}.template`;
  await copyFile(file, template);
  let rewound = 0;

  const more: Omit<FaultApp, keyof TestApp> = {
    sam,
    staff,
    sandboxCall: call,
    async fail(method, path, fault, more = {}) {
      const match = method === '*' ? { path } : { method, path };
      await call('POST', '/_sandbox/faults', { match, fault, ...more });
    },
    async heal() {
      await call('DELETE', '/_sandbox/faults');
    },
    async ready(card) {
      const id = await book(sam, {}, card);
      await readyToDeliver(staff, id);
      return id;
    },
    charges,
    async charge(appointmentId) {
      const found = (await charges()).find((charge) => charge.appointmentId === appointmentId);
      if (!found) throw new Error('the appointment has no charge');
      return found;
    },
    async sweepUntilQuiet(rounds = 60) {
      for (let round = 1; round <= rounds; round += 1) {
        started.clock.advance(30_000);
        await sweepCharges(started);
        const open = (await charges()).filter((charge) =>
          ['due', 'unknown', 'processing'].includes(charge.state),
        );
        if (open.length === 0) return round;
      }
      return rounds + 1;
    },
    async rewind(now: number) {
      await Promise.all([started.deps.db.close(), started.sandbox.close()]);
      for (const end of ['', '-wal', '-shm'])
        if (rewound > 0) rmSync(`${file}.${rewound}${end}`, { force: true });
      rewound += 1;
      await copyFile(template, `${file}.${rewound}`);
      started.deps.db = await createDb({ url: `file:${file}.${rewound}` });
      const { clock } = started;
      clock.set(now);
      started.sandbox = createStripeSandbox({
        dbPath: ':memory:',
        now: clock.now,
        refundDelayMs: 0,
      });
    },
  };
  return Object.assign(started, more, {
    close: async () => {
      await started.sandbox.close();
      await closeFirst();
    },
  });
}
