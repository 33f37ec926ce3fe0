/** People for tests, each in a separate browser. */
import type { Db } from '@/db/client';
import type { OfficeRole } from '@/domain/staff/areas';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { createDriver } from '@/server/modules/drivers/accounts.usecases';
import { type TestApp, TOMORROW } from './app';
import type { Visitor } from './visitor';

let people = 0;

/** A registered, signed-in customer with a complete profile and a verified email address. */
export async function customer(
  app: Pick<TestApp, 'visitor'> & { deps: { db: Pick<Db, 'client'> } },
  over: Record<string, string> = {},
): Promise<Visitor> {
  people += 1;
  const visitor = app.visitor();
  await visitor.trpc.auth.register.mutate({
    username: `sam${people}`,
    password: 'six-characters',
    email: `sam${people}@lake.example`,
    fullName: 'Sam Waters',
    phone: '(269) 555-0117',
    homeAddress: '58112 Lakeshore Drive',
    preferredFuelType: 'Regular',
    ...over,
  });
  const me = await visitor.trpc.auth.me.query();
  await app.deps.db.client.batch([
    {
      sql: 'update users set email_proven_at = created_at, email_proof = null where id = ?',
      args: [me?.id ?? ''],
    },
    {
      sql: "delete from outbox where dedupe_key like 'email-proof:' || ? || '%'",
      args: [me?.id ?? ''],
    },
  ]);
  return visitor;
}

/** A signed-in admin. */
export async function admin(app: TestApp): Promise<Visitor> {
  const signIn = { username: 'boss', password: 'boss-password' };
  await ensureAdmin(app, { ...signIn, fullName: 'Alex Harbor' });
  const visitor = app.visitor();
  await visitor.trpc.auth.adminLogin.mutate(signIn);
  return visitor;
}

/** Someone in the office with a role other than admin, signed in, and their username. */
export async function office(
  app: TestApp,
  role: Exclude<OfficeRole, 'admin'>,
): Promise<{ visitor: Visitor; username: string; userId: string }> {
  people += 1;
  const username = `${role}${people}`;
  const signIn = { username, password: 'office-password' };
  await ensureAdmin(app, { ...signIn, fullName: `Olive ${people}` });
  await app.deps.db.client.execute({
    sql: 'update users set role = ? where username = ?',
    args: [role, username],
  });
  const visitor = app.visitor();
  await visitor.trpc.auth.adminLogin.mutate(signIn);
  const me = await visitor.trpc.auth.me.query();
  return { visitor, username, userId: me?.id ?? '' };
}

/** A signed-in driver and the driver's number. */
export async function driver(
  app: TestApp,
  firstName = 'Dana',
): Promise<{ visitor: Visitor; driverId: number }> {
  people += 1;
  const signIn = { username: `driver${people}`, password: 'driver-password' };
  const driverId = await createDriver(app, { ...signIn, name: `${firstName} ${people}` });
  const visitor = app.visitor();
  await visitor.trpc.auth.login.mutate(signIn);
  return { visitor, driverId };
}

/** An ordinary order for tomorrow: 20 gallons of Regular and 3 bags of ice. */
export const ORDER = {
  date: TOMORROW,
  time: '10:00 AM - 12:00 PM',
  location: 'Maple Island Marina',
  slipNumber: 'Slip 12',
  fuelType: 'Regular' as const,
  estimatedGallons: 20,
  canType: 'boat' as const,
  smallIceBags: 2,
  largeIceBags: 1,
};

/** A driver's load, as a device sends it. */
export const LOAD = {
  regularGallons: '100',
  premiumGallons: '',
  smallIceBags: 10,
  largeIceBags: 4,
};

/** A spill, as a device reports it. */
export const SPILL = {
  actionKey: 'spill-of-the-test-1',
  place: 'Maple Island Marina',
  substance: 'Regular' as const,
  amount: 'gallon' as const,
  cause: 'hose' as const,
  weather: 'windy' as const,
  position: { latitude: 41.98, longitude: -86.11 },
};

/** A walk-up, as a device sends it: 20 gallons for a boat at the dock. */
export const WALK_UP = {
  id: 'walk-up-of-the-test-1',
  location: 'Maple Island Marina',
  slipNumber: 'Slip 14',
  fuelType: 'Regular' as const,
  estimatedGallons: '20',
  smallIceBags: 2,
  largeIceBags: 0,
  boatName: 'Sea Breeze',
};

/** An order that staff book for a guest on the phone, even if the time window is full. */
export const BOOKED_FOR = {
  id: 'booked-for-of-the-test',
  customerName: 'Kim Caller',
  customerPhone: '(269) 555-0177',
  date: TOMORROW,
  time: '10:00 AM - 12:00 PM',
  location: 'Maple Island Marina',
  slipNumber: 'Slip 15',
  fuelType: 'Regular' as const,
  canType: 'boat' as const,
  estimatedGallons: '20',
  smallIceBags: 1,
  largeIceBags: 0,
  overCapacityReason: 'A regular customer.',
};

/** Books and saves a card, as the form and the payment dialog do. @returns the appointment's ID */
export async function book(
  visitor: Visitor,
  order: Partial<typeof ORDER> & Record<string, unknown> = {},
  card?: string,
): Promise<string> {
  const { appointment } = await visitor.trpc.booking.create.mutate({ ...ORDER, ...order });
  const authorization = await visitor.trpc.booking.createPaymentAuthorization.mutate({
    appointmentId: appointment.id,
  });
  if (authorization.testMode || authorization.billTo !== null) return appointment.id;
  const { ok, body } = await visitor.enterCard(authorization, card);
  if (!ok) throw new Error(`the card was refused: ${body.error.message}`);
  await visitor.trpc.booking.confirmPaymentSetup.mutate({
    appointmentId: appointment.id,
    setupIntentId: authorization.setupIntentId ?? '',
  });
  return appointment.id;
}

/** Advances an appointment to a status in which it can be completed. */
export async function readyToDeliver(staff: Visitor, id: string, driverId?: number) {
  await staff.trpc.admin.confirm.mutate({ id });
  await staff.trpc.admin.schedule.mutate({ id, driverId });
}

/** A real picture, 1200 × 900, as a data URL. */
export async function picture(): Promise<string> {
  const pixels =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  return new Bun.Image(Buffer.from(pixels, 'base64')).resize(1200, 900).png().dataurl();
}
