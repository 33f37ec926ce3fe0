import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { ConditionalWrite, Guard } from '@/db/guarded-batch';
import { accountDeliveries, appointments, charges, houseAccounts } from '@/db/schema';
import { ON_ACCOUNT } from '@/domain/account/house-account';

const isOnAccount = (appointmentId: string) =>
  sql`exists (select 1 from ${accountDeliveries} where ${accountDeliveries.appointmentId} = ${appointmentId})`;

/**
 * Chooses a message by whether the delivery is on account, which is only known in the write itself.
 */
export const notifyingByBilling = (
  appointmentId: string,
  tell: (onAccount: boolean) => ConditionalWrite | null,
): (ConditionalWrite | null)[] =>
  [true, false].map((onAccount) => {
    const write = tell(onAccount);
    const isSo = onAccount ? isOnAccount(appointmentId) : sql`not ${isOnAccount(appointmentId)}`;
    return write && ((orm, onlyIf = sql`true`) => write(orm, sql`${isSo} and ${onlyIf}`));
  });

/** Selects the house account in use of an appointment's customer. */
export const selectAccountInUse = (orm: Queryable, appointmentId: string) =>
  orm
    .select({ billTo: houseAccounts.billTo })
    .from(appointments)
    .innerJoin(houseAccounts, eq(houseAccounts.userId, appointments.userId))
    .where(and(eq(appointments.id, appointmentId), isNull(houseAccounts.endedAt)));

/** Returns whom an account bills: the first line of its address. */
export const nameIn = ({ billTo }: { billTo: string }) => billTo.split('\n', 1)[0] ?? billTo;

/** Guards that an appointment's customer has a house account in use. */
export const hasAccountInUse = (orm: Queryable, appointmentId: string): Guard =>
  sql`exists ${selectAccountInUse(orm, appointmentId)}`;

/** The facts of a charge that's left to the invoice. */
export const LEFT_TO_INVOICE = {
  state: 'declined',
  errorCode: ON_ACCOUNT,
  errorMessage: 'This delivery is billed by invoice.',
} as const;

/** Puts a delivery on its customer's house account, in the write that completes it. */
export const puttingOnAccount =
  (appointmentId: string): ConditionalWrite =>
  (orm, onlyIf = sql`true`) =>
    orm.insert(accountDeliveries).select(
      sql`select ${appointments.id}, ${appointments.userId}, 0, 0 from ${appointments}
        join ${houseAccounts} on ${houseAccounts.userId} = ${appointments.userId}
        where ${appointments.id} = ${appointmentId} and ${houseAccounts.endedAt} is null
          and ${appointments.testMode} = 0 and ${onlyIf}
        on conflict do nothing`,
    );

/**
 * Leaves the unpaid charges of a delivery on account to the invoice, in every write that begins a
 * charge. It comes before the charge is claimed, so no card is charged.
 */
export const leavingToInvoice =
  (appointmentId: string): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(charges)
      .set(LEFT_TO_INVOICE)
      .where(
        and(
          eq(charges.appointmentId, appointmentId),
          inArray(charges.state, ['due', 'unknown', 'declined']),
          isNull(charges.paymentIntentId),
          isOnAccount(appointmentId),
          onlyIf,
        ),
      );
