import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { SUPPORT_DEFAULTS } from '@/domain/support';
import { ensureFuelPrice } from '@/server/modules/pricing/pricing.usecases';
import { admin, book, customer, driver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, refusals, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
/** The number of the last audit log entry before the test. */
let lastBefore: number;
beforeAll(async () => {
  app = await startTestApp();
  staff = await admin(app);
  sam = await customer(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['fuel_prices', 'support_settings']) {
    await app.deps.db.client.execute(`delete from ${table}`);
  }
  const { rows } = await app.deps.db.client.execute('select max(number) as n from audit_seals');
  lastBefore = Number(rows[0]?.n ?? 0);
  await ensureFuelPrice(app);
});

/** The latest audit entry that the test caused. */
async function lastAudit() {
  const { rows } = await app.deps.db.client.execute({
    sql: `select audit_log.* from audit_log join audit_seals on entry_id = id
          where number > ? order by number desc limit 1`,
    args: [lastBefore],
  });
  return rows[0];
}

describe('fuel prices', () => {
  test('are set by hand, apply immediately, and name the admin', async () => {
    app.clock.advance(60_000);
    const prices = await staff.trpc.admin.setFuelPrices.mutate({ regular: '2.89', premium: 3.29 });
    expect(prices).toMatchObject({
      market: { regularCents: 289, premiumCents: 329 },
      charged: { Regular: 389, Premium: 429 },
      isManual: true,
      updatedAt: app.clock.now(),
    });
    expect((await sam.trpc.pricing.current.query()).market.regularCents).toBe(289);
    const id = await book(sam);
    expect((await sam.trpc.booking.get.query({ id })).unitPriceCents).toBe(389);
    await staff.trpc.admin.setFuelPrices.mutate({ regular: 9, premium: 9 });
    expect((await sam.trpc.booking.get.query({ id })).unitPriceCents).toBe(389);
    const audit = await lastAudit();
    expect(audit).toMatchObject({ action: 'prices.set', actor_name: 'Alex Harbor' });
    expect(JSON.parse(String(audit?.before))).toMatchObject({ regularCents: 289, isManual: true });
    await sam.trpc.booking.cancel.mutate({ id });
  });

  test('need both prices, in dollars with at most 3 decimals', async () => {
    const set = (regular: unknown, premium: unknown) =>
      refusal(staff.trpc.admin.setFuelPrices.mutate({ regular, premium } as never));
    const both = 'Please enter both regular and premium prices.';
    for (const missing of [undefined, null, '', '  ']) {
      expect(await set(missing, 4.16)).toMatchObject({ status: 400, message: both });
      expect(await set(3.1, missing)).toMatchObject({ status: 400, message: both });
    }
    for (const wrong of ['-1', -0.01, '3.1055', 'three', '4,16', 100.01]) {
      expect(await set(wrong, 4.16)).toMatchObject({
        status: 400,
        field: 'regular',
        message: 'Prices must be dollars and cents from 0 to 100, such as 3.10.',
      });
    }
    await staff.trpc.admin.setFuelPrices.mutate({ regular: 0, premium: '0.00' });
  });

  test("return to the feed's last prices, once", async () => {
    await staff.trpc.admin.setFuelPrices.mutate({ regular: 5, premium: 6 });
    await staff.trpc.admin.setFuelPrices.mutate({ regular: 5.5, premium: 6.5 });
    const reverted = await staff.trpc.admin.revertFuelPrices.mutate();
    expect(reverted).toMatchObject({
      isManual: false,
      market: { regularCents: 310, premiumCents: 416 },
    });
    await staff.trpc.admin.revertFuelPrices.mutate();
    const history = await staff.trpc.admin.priceHistory.query({});
    expect(history.map((point) => [point.regularCents, point.isManual])).toEqual([
      [310, false],
      [500, true],
      [550, true],
      [310, false],
    ]);
    expect(await staff.trpc.admin.priceHistory.query({ limit: 2 })).toHaveLength(2);
  });

  test('are dollars over REST', async () => {
    const { status, body } = await staff.rest('POST', '/api/admin/manual-fuel-prices', {
      regular: 2.89,
      premium: '3.29',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ regular: 2.89, premium: 3.29 });
    expect((await sam.rest('GET', '/api/fuel-prices')).body.premium).toBe(3.29);
    const bad = await staff.rest('POST', '/api/admin/manual-fuel-prices', { regular: 2.89 });
    expect(bad.body.message).toBe('Please enter both regular and premium prices.');
  });
});

describe('support settings', () => {
  test("start with the defaults and keep fields that the form doesn't send", async () => {
    expect(await staff.trpc.admin.supportSettings.query()).toMatchObject({
      ...SUPPORT_DEFAULTS,
      updatedAt: null,
    });
    await staff.trpc.admin.saveSupport.mutate({ businessHours: 'Dawn to dusk' });
    const { status, body } = await staff.rest('PUT', '/api/support', {
      email: 'dock@lake.example',
      phone: '269 555 0101',
      emergencyInfo: null,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: 'dock@lake.example',
      phone: '269 555 0101',
      businessHours: 'Dawn to dusk',
      emergencyInfo: SUPPORT_DEFAULTS.emergencyInfo,
    });
    expect(await sam.trpc.support.info.query()).toMatchObject({ businessHours: 'Dawn to dusk' });
    const audit = await lastAudit();
    expect(JSON.parse(String(audit?.before))).toEqual({
      email: SUPPORT_DEFAULTS.email,
      phone: SUPPORT_DEFAULTS.phone,
    });
  });

  test("aren't written if nothing changed", async () => {
    await staff.trpc.admin.saveSupport.mutate({ email: SUPPORT_DEFAULTS.email });
    expect(await lastAudit()).toBeUndefined();
  });

  test('accept the FAQ as JSON text or a list, and return it as text over REST', async () => {
    const faq = [{ question: ' How early? ', answer: 'Four hours.', extra: 1 }];
    const saved = await staff.trpc.admin.saveSupport.mutate({ faqItems: JSON.stringify(faq) });
    const kept = [{ question: 'How early?', answer: 'Four hours.' }];
    expect(saved.faqItems).toEqual(kept);
    expect(JSON.parse(saved.faqText)).toEqual(kept);
    await staff.rest('PUT', '/api/support', { faqItems: [] });
    expect((await sam.rest('GET', '/api/support')).body.faqItems).toBe('[]');
  });

  test("refuse an FAQ that isn't a list of questions and answers, and keep the old one", async () => {
    const save = (faqItems: unknown) =>
      refusal(staff.trpc.admin.saveSupport.mutate({ faqItems } as never));
    const shape = 'FAQ content must be a JSON list of questions and answers.';
    for (const wrong of ['', 'not json', '{}', '"text"', '[1]', '["a"]', '[null]', 7, {}]) {
      expect(await save(wrong)).toMatchObject({ status: 400, message: shape });
    }
    const half = [{ question: 'Q', answer: 'A' }, { question: 'Q' }];
    expect((await save(half)).message).toBe('FAQ entry 2 needs a question and an answer.');
    const many = Array.from({ length: 51 }, () => ({ question: 'Q', answer: 'A' }));
    expect((await save(many)).status).toBe(400);
    const long = [{ question: 'Q', answer: 'A'.repeat(2_001) }];
    expect((await save(long)).status).toBe(400);
    expect((await sam.trpc.support.info.query()).faqItems).toHaveLength(3);
  });

  test('return a broken stored FAQ as text for staff and as empty for customers', async () => {
    await staff.trpc.admin.saveSupport.mutate({ serviceArea: 'The lake' });
    await app.deps.db.client.execute("update support_settings set faq_items = '[oops'");
    expect((await staff.trpc.admin.supportSettings.query()).faqText).toBe('[oops');
    expect((await sam.trpc.support.info.query()).faqItems).toEqual([]);
  });

  test('refuse an invalid email address and phone number', async () => {
    const save = (input: object) => refusal(staff.trpc.admin.saveSupport.mutate(input));
    expect(await save({ email: 'nobody' })).toMatchObject({
      status: 400,
      field: 'email',
      message: 'Please enter a valid email address',
    });
    expect(await save({ phone: '12345' })).toMatchObject({ status: 400, field: 'phone' });
    expect(await save({ serviceArea: 'x'.repeat(301) })).toMatchObject({ status: 400 });
  });
});

test('can be read and changed only by staff', async () => {
  const { visitor: dana } = await driver(app);
  for (const [who, status] of [
    [app.visitor(), 401],
    [sam, 403],
    [dana, 403],
  ] as const) {
    const answers = await refusals([
      who.trpc.admin.setFuelPrices.mutate({ regular: 1, premium: 1 }),
      who.trpc.admin.revertFuelPrices.mutate(),
      who.trpc.admin.priceHistory.query({}),
      who.trpc.admin.supportSettings.query(),
      who.trpc.admin.saveSupport.mutate({ email: 'mine@lake.example' }),
    ]);
    for (const answer of answers) expect(answer.status).toBe(status);
    expect((await who.rest('PUT', '/api/support', {})).status).toBe(status);
    expect((await who.rest('POST', '/api/admin/manual-fuel-prices', {})).status).toBe(status);
  }
});
