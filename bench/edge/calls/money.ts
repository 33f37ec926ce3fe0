/** Calls with which staff settle payments and review items. */
import { putOnAccount } from '../../../tests/support/house-account';
import type { Calls } from '../call';
import type { Scene } from '../scene';

/** A charge in review, and its total in dollars. */
async function heldCharge(scene: Scene) {
  const id = await scene.held();
  const { appointment } = await scene.staff.trpc.admin.appointment.query({ id });
  return { id, confirmedTotal: (appointment.totalPriceCents / 100).toFixed(2) };
}

/** A review item for an appointment that lost its custom price because the customer changed it. */
async function reviewItem(scene: Scene): Promise<string> {
  const id = await scene.booked({ estimatedGallons: 10 });
  await scene.staff.rest('PATCH', `/api/appointments/${id}`, { customFuelPrice: 3 });
  await scene.kim.rest('PATCH', `/api/appointments/${id}`, { fuelType: 'Premium' });
  const { open } = await scene.staff.trpc.admin.reviewQueue.query();
  const item = open.find(({ delivery, kind }) => delivery?.id === id && kind === 'custom_price');
  return item?.id ?? '';
}

export const moneyCalls: Calls = {
  'admin.retryCharge': async (scene) => {
    const id = await scene.declined();
    return () => scene.staff.trpc.admin.retryCharge.mutate({ id });
  },
  'admin.sendPayLink': async (scene) => {
    const id = await scene.declined();
    return () => scene.staff.trpc.admin.sendPayLink.mutate({ id });
  },
  'admin.houseAccount': async (scene) => {
    const id = await putOnAccount(scene.client, await scene.declined());
    return () => scene.staff.trpc.admin.houseAccount.query({ id });
  },
  'admin.billing': async (scene) => {
    await putOnAccount(scene.client, await scene.declined());
    return () => scene.staff.trpc.admin.billing.query({ sendPage: 1, overduePage: 1 });
  },
  'admin.changeHouseAccount': async (scene) => {
    const userId = await putOnAccount(scene.client, await scene.declined());
    const { account } = await scene.staff.trpc.admin.houseAccount.query({ id: userId });
    return () =>
      scene.staff.trpc.admin.changeHouseAccount.mutate({
        ...{ userId, termsDays: '30', billTo: 'Kim', creditLimit: '', isEnded: true },
        readChange: account?.updatedAt ?? null,
      });
  },
  'admin.issueInvoice': async (scene) => {
    const userId = await putOnAccount(scene.client, await scene.declined());
    const { totals } = await scene.staff.trpc.admin.houseAccount.query({ id: userId });
    return () =>
      scene.staff.trpc.admin.issueInvoice.mutate({
        ...{ userId, through: 'today', expectedCents: totals.today },
        requestId: scene.key(),
      });
  },
  'admin.recordAccountPayment': async (scene) => {
    const userId = await putOnAccount(scene.client, await scene.declined());
    return () =>
      scene.staff.trpc.admin.recordAccountPayment.mutate({
        ...{ userId, amount: '5', way: 'check', reference: '' },
        requestId: scene.key(),
      });
  },
  'admin.sendInvoice': async (scene) => {
    const userId = await putOnAccount(scene.client, await scene.declined());
    await scene.client.execute("update house_accounts set billing_email = 'office@marina.example'");
    const { totals } = await scene.staff.trpc.admin.houseAccount.query({ id: userId });
    const { number } = await scene.staff.trpc.admin.issueInvoice.mutate({
      ...{ userId, through: 'today', expectedCents: totals.today },
      requestId: crypto.randomUUID(),
    });
    return () =>
      scene.staff.trpc.admin.sendInvoice.mutate({ number, kind: 'invoice', sentBefore: 0 });
  },
  'admin.invoice': async (scene) => {
    const userId = await putOnAccount(scene.client, await scene.declined());
    const { totals } = await scene.staff.trpc.admin.houseAccount.query({ id: userId });
    const { number } = await scene.staff.trpc.admin.issueInvoice.mutate({
      ...{ userId, through: 'today', expectedCents: totals.today },
      requestId: scene.key(),
    });
    return () => scene.staff.trpc.admin.invoice.query({ number });
  },
  'admin.recordCash': async (scene) => {
    const id = await scene.declined();
    return () => scene.staff.trpc.admin.recordCash.mutate({ id } as never);
  },
  'admin.refund': async (scene) => {
    const id = await scene.delivered();
    const refund = { id, amount: 5, requestId: scene.key() };
    return () => scene.staff.trpc.admin.refund.mutate(refund);
  },
  'admin.refunds': async (scene) => {
    const id = await scene.delivered();
    return () => scene.staff.trpc.admin.refunds.query({ id });
  },
  'admin.charges': async (scene) => {
    const id = await scene.delivered();
    return () => scene.staff.trpc.admin.charges.query({ id });
  },
  'admin.evidence': async (scene) => {
    const id = await scene.delivered();
    return () => scene.staff.trpc.admin.evidence.query({ id });
  },
  'admin.correctDelivery': async (scene) => {
    const id = await scene.delivered();
    const { appointment } = await scene.staff.trpc.admin.appointment.query({ id });
    const correction = {
      id,
      actualGallons: 19,
      smallIceBags: 2,
      largeIceBags: 1,
      reason: 'The meter was read again',
      // The total if one gallon less was delivered.
      confirmedTotal: (appointment.totalPriceCents - (appointment.unitPriceCents ?? 0)) / 100,
      version: appointment.version,
      requestId: scene.key(),
    };
    return () => scene.staff.trpc.admin.correctDelivery.mutate(correction as never);
  },
  'admin.reviewQueue':
    ({ staff }) =>
    () =>
      staff.trpc.admin.reviewQueue.query(),
  'admin.releaseCharge': async (scene) => {
    const held = await heldCharge(scene);
    const staff = await scene.freshStaff();
    return () => staff.trpc.admin.releaseCharge.mutate(held);
  },
  'admin.correctCharge': async (scene) => {
    const id = await scene.held();
    const staff = await scene.freshStaff();
    const correction = {
      id,
      actualGallons: 28.4,
      smallIceBags: 0,
      largeIceBags: 0,
      note: 'A slip',
      // The total of 28.4 gallons at $4.10, plus the $25.00 fee.
      confirmedTotal: '141.44',
    };
    return () => staff.trpc.admin.correctCharge.mutate(correction);
  },
  'admin.forgiveCharge': async (scene) => {
    const id = await scene.held();
    const staff = await scene.freshStaff();
    return () => staff.trpc.admin.forgiveCharge.mutate({ id, note: 'Our pump' });
  },
  'admin.resolveReviewItem': async (scene) => {
    const id = await reviewItem(scene);
    return () => scene.staff.trpc.admin.resolveReviewItem.mutate({ id, note: 'Called Kim' });
  },
  'admin.undoCall': async (scene) => {
    const id = scene.key();
    await scene.client.execute({
      sql: "insert into review_items (id, kind, appointment_id, reason, dedupe_key, state, created_at) values (?, 'unreached', ?, 'We couldn’t reach this customer by email or text.', ?, 'done', 0)",
      args: [id, await scene.booked(), id],
    });
    return () => scene.staff.trpc.admin.undoCall.mutate({ id });
  },
  'admin.paymentTroubles':
    ({ staff }) =>
    () =>
      staff.trpc.admin.paymentTroubles.query(),
  'admin.notices':
    ({ staff }) =>
    () =>
      staff.trpc.admin.notices.query(),
  'admin.chargeLimits':
    ({ staff }) =>
    () =>
      staff.trpc.admin.chargeLimits.query(),
};
