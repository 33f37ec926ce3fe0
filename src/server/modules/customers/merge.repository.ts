import {
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db, Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow, unchanged } from '@/db/guarded-batch';
import {
  accountDeliveries,
  accountPayments,
  appointments,
  boats,
  customerMerges,
  customerNotes,
  customerSearchTexts,
  customerTags,
  docks,
  guestAppointments,
  houseAccounts,
  loyaltyPoints,
  subscriptions,
  taxExemptions,
  textsOff,
  users,
  waitlistEntries,
} from '@/db/schema';
import type { MovedThings } from '@/domain/account/merge';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import type { UserRow } from '../auth/users.repository';

export type MergeRow = typeof customerMerges.$inferSelect;

/** Maximum number of merges on a customer's page, newest first. */
const SHOWN = 20;

/** The two records of a merge. */
export type Pair = { keptId: string; goneId: string };

/** Selects what decides whether a record can be merged, in addition to its row. */
export function selectMergeFacts(orm: Queryable, id: string) {
  const has = (table: string) =>
    sql<number>`exists (select 1 from ${sql.raw(table)} where user_id = ${id})`.mapWith(Boolean);
  return orm
    .select({
      row: users,
      hasSignIn:
        sql<boolean>`${has('sessions')} or ${has('second_factors')} or ${has('recovery_codes')}`
          .mapWith(Boolean)
          .as('has_sign_in'),
      hasCard: has('payment_methods').as('has_card'),
      hasHouseAccount: has('house_accounts').as('has_house_account'),
      certificate: sql<
        string | null
      >`(select certificate from tax_exemptions where user_id = ${id})`.as('own_certificate'),
      recurring: sql<number>`(select count(*) from subscriptions where user_id = ${id})`.as(
        'recurring_count',
      ),
    })
    .from(users)
    .where(eq(users.id, id));
}

/** Guards that neither a card, a sign-in, nor a second house account was added since. */
export const staysMergeable = ({ keptId, goneId }: Pair): Guard => sql`
  not exists (select 1 from payment_methods where user_id = ${goneId})
  and not exists (select 1 from sessions where user_id = ${goneId})
  and not exists (select 1 from second_factors where user_id = ${goneId})
  and (select count(*) from house_accounts where user_id in (${keptId}, ${goneId})) < 2`;

const list = (values: SQL, from: SQL) =>
  sql`json(coalesce((select json_group_array(${values}) from ${from}), '[]'))`;
const flagOf = (condition: SQL) => sql`(select ${condition})`;
const ownRow = (table: string, id: string) =>
  sql`exists (select 1 from ${sql.raw(table)} where user_id = ${id})`;

/** The lists of things are read in the write itself, so that nothing is left out. */
type RowsOfMerge = Pick<MovedThings, 'gone' | 'before' | 'after'>;

function movedThings({ keptId, goneId }: Pair, rows: RowsOfMerge): SQL {
  const owned = (table: string) => sql`${sql.raw(table)} where user_id = ${goneId}`;
  const parts: Record<Exclude<keyof MovedThings, keyof RowsOfMerge>, SQL> = {
    appointments: list(sql`id`, owned('appointments')),
    guestDeliveries: list(
      sql`json_array(appointment_id, email_key, phone_key, name_key)`,
      sql`guest_appointments where guest_id = ${goneId}`,
    ),
    boats: list(sql`json_array(id, is_default)`, owned('boats')),
    docks: list(sql`json_array(id, is_default)`, owned('docks')),
    recurring: list(sql`json_array(id, status, next_delivery)`, owned('subscriptions')),
    waiting: list(sql`id`, owned('waitlist_entries')),
    notes: list(sql`id`, owned('customer_notes')),
    tags: list(
      sql`json_array(tag_key, tag, created_at, exists (select 1 from customer_tags as other
        where other.user_id = ${keptId} and other.tag_key = customer_tags.tag_key))`,
      owned('customer_tags'),
    ),
    points: sql`json((select json_array(id, points, total_earned, last_updated) from ${owned('loyalty_points')}))`,
    hadPoints: flagOf(ownRow('loyalty_points', keptId)),
    hasHouseAccount: flagOf(ownRow('house_accounts', goneId)),
    accountDeliveries: list(sql`appointment_id`, owned('account_deliveries')),
    accountPayments: list(sql`id`, owned('account_payments')),
    exemption: sql`json((select json_array(certificate, set_by, set_at) from ${owned('tax_exemptions')}))`,
    hadExemption: flagOf(ownRow('tax_exemptions', keptId)),
    turnedTextsOff: flagOf(
      sql`exists (select 1 from texts_off where id = ${goneId})
        and not exists (select 1 from texts_off where id = ${keptId})`,
    ),
    merged: list(sql`id`, sql`users where merged_into = ${goneId}`),
  };
  const named = Object.entries(parts).map(
    ([name, value]) => sql`${sql.raw(`'$.${name}'`)}, ${value}`,
  );
  return sql`json_set(${JSON.stringify(rows)}, ${sql.join(named, sql`, `)})`;
}

/** Inserts a merge with everything that it moves, if both records are as they were read. */
export function insertMerge(
  orm: Queryable,
  merge: Pair & Pick<MergeRow, 'requestId' | 'madeBy' | 'madeAt'>,
  rows: RowsOfMerge,
  read: readonly UserRow[],
) {
  const asRead = read.map(
    (row) =>
      sql`exists (select 1 from ${users} where ${eq(users.id, row.id)} and ${unchanged(users, row)})`,
  );
  const row = { ...merge, moved: movedThings(merge, rows) };
  return insertRow(orm, customerMerges, row as never, {
    onlyIf: sql.join([...asRead, staysMergeable(merge)], sql` and `),
    unlessKnown: customerMerges.requestId,
  }).returning();
}

type Owned = SQLiteTable & { userId: SQLiteColumn };

/** Moves all rows of a table from one record to the other. */
const movingAll =
  (table: Owned, { keptId, goneId }: Pair, also: Record<string, unknown> = {}): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(table)
      .set({ userId: keptId, ...also } as never)
      .where(and(eq(table.userId, goneId), onlyIf));

/** Runs a statement of the merge if its condition holds. */
const when = (condition: boolean, write: ConditionalWrite): ConditionalWrite | null =>
  condition ? write : null;

/** Moves everything from the record that goes, in this order. */
export function movingEverything(
  pair: Pair,
  { gone, kept, at }: { gone: UserRow; kept: UserRow; at: number },
): (ConditionalWrite | null)[] {
  const { keptId, goneId } = pair;
  const hasDefault = (table: string) =>
    sql`iif(exists (select 1 from ${sql.raw(table)} as own where own.user_id = ${keptId} and own.is_default = 1), 0, is_default)`;
  const isGuest = gone.role === 'guest';
  return [
    // The record loses its role first, so that no trigger mistakes it for a guest without deliveries.
    (orm, onlyIf) =>
      orm
        .update(users)
        .set({
          ...EMPTY_RECORD,
          username: `merged-${goneId}`,
          usernameKey: `merged-${goneId}`,
          mergedInto: keptId,
          updatedAt: at,
        })
        .where(and(eq(users.id, goneId), onlyIf)),
    (orm, onlyIf) =>
      orm
        .update(users)
        .set({ mergedInto: keptId })
        .where(and(eq(users.mergedInto, goneId), onlyIf)),
    (orm, onlyIf) =>
      orm.delete(customerSearchTexts).where(and(eq(customerSearchTexts.userId, goneId), onlyIf)),
    movingAll(customerNotes, pair),
    (orm, onlyIf) =>
      orm
        .update(customerTags)
        .set({ userId: keptId })
        .where(
          and(
            eq(customerTags.userId, goneId),
            sql`tag_key not in (select own.tag_key from customer_tags as own where own.user_id = ${keptId})`,
            onlyIf,
          ),
        ),
    (orm, onlyIf) => orm.delete(customerTags).where(and(eq(customerTags.userId, goneId), onlyIf)),
    when(isGuest && kept.role === 'guest', (orm, onlyIf) =>
      orm
        .update(guestAppointments)
        .set({ guestId: keptId })
        .where(and(eq(guestAppointments.guestId, goneId), onlyIf)),
    ),
    when(isGuest && kept.role !== 'guest', (orm, onlyIf) =>
      orm
        .update(appointments)
        .set({ userId: keptId })
        .where(
          and(
            sql`${appointments.id} in (select appointment_id from guest_appointments where guest_id = ${goneId})`,
            isNull(appointments.userId),
            onlyIf,
          ),
        ),
    ),
    ...(isGuest ? [] : movingAccount(pair, { hasDefault, at })),
  ];
}

/** The columns of a record that became part of another. Its values are in the merge. */
const EMPTY_RECORD = {
  role: 'merged',
  fullName: null,
  email: null,
  emailKey: null,
  emailProvenAt: null,
  phone: null,
  address: null,
  guestEmail: null,
  guestEmailKey: null,
  nameKey: null,
  contactKey: null,
  boatName: null,
  boatType: null,
  pendingEmail: null,
  pendingEmailBy: null,
  emailProof: null,
  emailProofExpires: null,
  resetToken: null,
  resetTokenExpires: null,
} as const satisfies Partial<UserRow>;

/** The columns that an undo restores. */
export const restoredColumns = (gone: Readonly<Record<string, unknown>>): Partial<UserRow> => {
  const names = [...Object.keys(EMPTY_RECORD), 'username', 'usernameKey', 'updatedAt'];
  return {
    ...Object.fromEntries(names.map((name) => [name, gone[name] ?? null])),
    mergedInto: null,
  };
};

function movingAccount(
  pair: Pair,
  { hasDefault, at }: { hasDefault: (table: string) => SQL; at: number },
): ConditionalWrite[] {
  const { keptId, goneId } = pair;
  return [
    movingAll(appointments, pair),
    movingAll(boats, pair, { isDefault: hasDefault('boats') }),
    movingAll(docks, pair, { isDefault: hasDefault('docks') }),
    // A paused delivery books nothing on the other customer's card.
    movingAll(subscriptions, pair, {
      status: sql`iif(status = 'active', 'paused', status)`,
      nextDelivery: sql`iif(status = 'active', null, next_delivery)`,
    }),
    (orm, onlyIf = sql`true`) =>
      orm
        .insert(loyaltyPoints)
        .select(
          sql`select 'merged-' || id, ${keptId}, points, total_earned, last_updated from loyalty_points
            where user_id = ${goneId} and ${onlyIf}`,
        )
        .onConflictDoUpdate({
          target: loyaltyPoints.userId,
          set: {
            points: sql`loyalty_points.points + excluded.points`,
            totalEarned: sql`loyalty_points.total_earned + excluded.total_earned`,
          },
        }),
    (orm, onlyIf) => orm.delete(loyaltyPoints).where(and(eq(loyaltyPoints.userId, goneId), onlyIf)),
    movingAll(waitlistEntries, pair),
    movingAll(houseAccounts, pair),
    movingAll(accountDeliveries, pair),
    movingAll(accountPayments, pair),
    (orm, onlyIf) =>
      orm
        .update(taxExemptions)
        .set({ userId: keptId })
        .where(
          and(
            eq(taxExemptions.userId, goneId),
            sql`not exists (select 1 from tax_exemptions as own where own.user_id = ${keptId})`,
            onlyIf,
          ),
        ),
    (orm, onlyIf) => orm.delete(taxExemptions).where(and(eq(taxExemptions.userId, goneId), onlyIf)),
    (orm, onlyIf = sql`true`) =>
      orm
        .insert(textsOff)
        .select(
          sql`select ${keptId}, ${at} where exists (select 1 from texts_off where id = ${goneId}) and ${onlyIf}`,
        )
        .onConflictDoNothing(),
  ];
}

/** Changes contact columns of the record that stays. */
export const changingContact =
  (id: string, columns: Partial<UserRow>): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(users)
      .set(columns)
      .where(and(eq(users.id, id), onlyIf));

export const selectMergeByRequest = (orm: Queryable, requestId: string) =>
  orm.select().from(customerMerges).where(eq(customerMerges.requestId, requestId));

export const selectMerge = (orm: Queryable, number: number) =>
  orm.select().from(customerMerges).where(eq(customerMerges.number, number));

/** Selects the merges into a record, newest first. */
export const selectMergesOf = (orm: Queryable, keptId: string) =>
  orm
    .select()
    .from(customerMerges)
    .where(eq(customerMerges.keptId, keptId))
    .orderBy(desc(customerMerges.number))
    .limit(SHOWN);

/** Checks that no later merge has to be undone before this one. */
const isLatest = ({ number, keptId }: Pick<MergeRow, 'number' | 'keptId'>): Guard =>
  sql`not exists (select 1 from customer_merges as later where later.kept_id = ${keptId}
    and later.number > ${number} and later.undone_at is null)`;

const json = (values: unknown): SQL => sql`${JSON.stringify(values)}`;
const idsIn = (values: readonly unknown[]) => sql`(select value from json_each(${json(values)}))`;
const firstsIn = (values: readonly unknown[]) =>
  sql`(select value ->> 0 from json_each(${json(values)}))`;

/** Checks that a house account is still as it moved, because later deliveries, invoices, and payments would lose it. */
function isUnbilledSince({ keptId, madeAt }: MergeRow, moved: MovedThings): Guard {
  if (!moved.hasHouseAccount) return sql`true`;
  return sql`(select count(*) from account_deliveries where user_id = ${keptId}) = ${moved.accountDeliveries.length}
    and (select count(*) from account_payments where user_id = ${keptId}) = ${moved.accountPayments.length}
    and not exists (select 1 from invoices where user_id = ${keptId} and created_at >= ${madeAt})`;
}

/** Checks that both guests have a delivery afterward, because a guest is forgotten with the last one. */
function leavesNoEmptyGuest({ keptId }: MergeRow, moved: MovedThings): Guard {
  if (moved.gone.role !== 'guest') return sql`true`;
  const back = firstsIn(moved.guestDeliveries);
  return sql`iif((select role from users where id = ${keptId}) = 'guest',
    exists (select 1 from guest_appointments where guest_id = ${keptId} and appointment_id in ${back})
      and exists (select 1 from guest_appointments where guest_id = ${keptId} and appointment_id not in ${back}),
    exists (select 1 from appointments where id in ${back} and user_id = ${keptId}))`;
}

/** Checks that no other account uses the names that an undo restores. */
function areNamesFree({ goneId }: MergeRow, { gone }: MovedThings): Guard {
  return sql`not exists (select 1 from users where id <> ${goneId} and (username_key = ${gone.usernameKey ?? null}
    or lower(username) = lower(${gone.username}) or email_key = ${gone.emailKey ?? null}
    or lower(email) = lower(${gone.email ?? null})))`;
}

const IS_KEPT = (merge: MergeRow): Guard =>
  sql`exists (select 1 from users where id = ${merge.keptId} and role in ('customer', 'guest')
    and username <> ${`former-${merge.keptId}`})`;

/** The conditions of an undo, each with its own sentence. */
export const undoConditions = (merge: MergeRow, moved: MovedThings) => ({
  isKept: IS_KEPT(merge),
  isLatest: isLatest(merge),
  isUnbilled: isUnbilledSince(merge, moved),
  leavesNoEmptyGuest: leavesNoEmptyGuest(merge, moved),
  areNamesFree: areNamesFree(merge, moved),
});

/** Selects which conditions of an undo hold. */
export function selectUndoConditions(orm: Queryable, merge: MergeRow, moved: MovedThings) {
  const columns = Object.entries(undoConditions(merge, moved)).map(([name, condition]) => [
    name,
    sql<boolean>`(${condition})`.mapWith(Boolean).as(`may_${name}`),
  ]);
  return orm
    .select(
      Object.fromEntries(columns) as Record<
        keyof ReturnType<typeof undoConditions>,
        SQL.Aliased<boolean>
      >,
    )
    .from(users)
    .where(eq(users.id, merge.keptId));
}

/** Marks a merge as undone, if all conditions still hold. */
export function undoMergeRow(
  orm: Queryable,
  merge: MergeRow,
  moved: MovedThings,
  undone: { undoneBy: string; undoneAt: number },
) {
  return orm
    .update(customerMerges)
    .set({ ...undone, moved: null })
    .where(
      and(
        eq(customerMerges.number, merge.number),
        isNotNull(customerMerges.moved),
        isNull(customerMerges.undoneAt),
        ...Object.values(undoConditions(merge, moved)),
      ),
    )
    .returning();
}

const back =
  (
    table: Owned & { id: SQLiteColumn },
    ids: SQL,
    { keptId, goneId }: Pair,
    also = {},
  ): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(table)
      .set({ userId: goneId, ...also } as never)
      .where(and(eq(table.userId, keptId), sql`${table.id} in ${ids}`, onlyIf));

/** Reads a value of a moved thing by its ID. */
const movedValue = (values: readonly unknown[], id: SQL, position: number) =>
  sql`(select value ->> ${sql.raw(String(position))} from json_each(${json(values)}) where value ->> 0 = ${id})`;

/** Puts everything that a merge moved back, in this order. */
export function movingBack(merge: MergeRow, moved: MovedThings): (ConditionalWrite | null)[] {
  const { keptId, goneId, madeAt } = merge;
  const { gone, before, after, points, exemption } = moved;
  const contact = Object.entries(before).map(
    ([name, value]): ConditionalWrite =>
      (orm, onlyIf) =>
        orm
          .update(users)
          .set({ [name]: value })
          .where(
            and(
              eq(users.id, keptId),
              sql`${users[name as 'fullName']} is ${(after[name] ?? null) as string | null}`,
              onlyIf,
            ),
          ),
  );
  // A later delivery that's billed to the record that stayed remains there.
  const billed = sql`(select appointment_id from account_deliveries where user_id = ${keptId}
    and appointment_id not in ${idsIn(moved.accountDeliveries)})`;
  const ofGuest = firstsIn(moved.guestDeliveries);
  return [
    (orm, onlyIf) =>
      orm
        .update(users)
        .set(restoredColumns(gone))
        .where(and(eq(users.id, goneId), onlyIf)),
    ...contact,
    (orm, onlyIf) =>
      orm
        .update(users)
        .set({ mergedInto: goneId })
        .where(and(eq(users.mergedInto, keptId), inArray(users.id, moved.merged), onlyIf)),
    back(
      appointments,
      sql`(select value from json_each(${json(moved.appointments)}) where value not in ${billed})`,
      merge,
    ),
    (orm, onlyIf) =>
      orm
        .update(guestAppointments)
        .set({ guestId: goneId })
        .where(
          and(
            eq(guestAppointments.guestId, keptId),
            sql`${guestAppointments.appointmentId} in ${ofGuest}`,
            onlyIf,
          ),
        ),
    when(gone.role === 'guest', (orm, onlyIf) =>
      orm
        .update(appointments)
        .set({ userId: null })
        .where(
          and(
            eq(appointments.userId, keptId),
            sql`${appointments.id} in ${ofGuest} and ${appointments.id} not in ${billed}`,
            onlyIf,
          ),
        ),
    ),
    when(gone.role === 'guest', (orm, onlyIf = sql`true`) =>
      orm
        .insert(guestAppointments)
        .select(
          sql`select value ->> 0, ${goneId}, value ->> 1, value ->> 2, value ->> 3
            from json_each(${json(moved.guestDeliveries)})
            where value ->> 0 in (select id from appointments where user_id is null
              and id in ${ofGuest}) and ${onlyIf}`,
        )
        .onConflictDoNothing(),
    ),
    back(boats, firstsIn(moved.boats), merge, {
      isDefault: movedValue(moved.boats, sql`boats.id`, 1),
    }),
    back(docks, firstsIn(moved.docks), merge, {
      isDefault: movedValue(moved.docks, sql`docks.id`, 1),
    }),
    back(subscriptions, firstsIn(moved.recurring), merge, {
      status: sql`iif(status = 'paused', ${movedValue(moved.recurring, sql`subscriptions.id`, 1)}, status)`,
      nextDelivery: sql`iif(status = 'paused', ${movedValue(moved.recurring, sql`subscriptions.id`, 2)}, next_delivery)`,
    }),
    // A merge by an earlier release has no list of these.
    back(waitlistEntries, idsIn(moved.waiting ?? []), merge),
    back(customerNotes, idsIn(moved.notes), merge),
    (orm, onlyIf = sql`true`) =>
      orm
        .insert(customerTags)
        .select(
          sql`select ${goneId}, value ->> 0, value ->> 1, value ->> 2 from json_each(${json(moved.tags)})
            where (value ->> 3 = 1 or exists (select 1 from customer_tags as own where own.user_id = ${keptId}
              and own.tag_key = value ->> 0)) and ${onlyIf}`,
        )
        .onConflictDoNothing(),
    (orm, onlyIf) =>
      orm
        .delete(customerTags)
        .where(
          and(
            eq(customerTags.userId, keptId),
            sql`${customerTags.tagKey} in (select value ->> 0 from json_each(${json(moved.tags)}) where value ->> 3 = 0)`,
            onlyIf,
          ),
        ),
    ...(points ? returningPoints(merge, points) : []),
    when(moved.hasHouseAccount === 1, (orm, onlyIf) =>
      orm
        .update(houseAccounts)
        .set({ userId: goneId })
        .where(and(eq(houseAccounts.userId, keptId), onlyIf)),
    ),
    // The record that loses the house account needs cards for its open deliveries.
    (orm, onlyIf) =>
      orm
        .update(appointments)
        .set({ paymentMethod: 'card' })
        .where(
          and(
            or(
              inArray(appointments.userId, [keptId, goneId]),
              sql`${appointments.id} in ${ofGuest}`,
            ),
            eq(appointments.paymentMethod, 'invoice'),
            notInArray(appointments.status, [...CLOSED_STATUSES]),
            sql`not exists (select 1 from ${houseAccounts} where ${houseAccounts.userId} = ${appointments.userId}
              and ${houseAccounts.endedAt} is null)`,
            onlyIf,
          ),
        ),
    (orm, onlyIf) =>
      orm
        .update(accountDeliveries)
        .set({ userId: goneId })
        .where(
          and(
            eq(accountDeliveries.userId, keptId),
            sql`${accountDeliveries.appointmentId} in ${idsIn(moved.accountDeliveries)}`,
            onlyIf,
          ),
        ),
    back(accountPayments, idsIn(moved.accountPayments), merge),
    ...(exemption ? returningExemption(merge, moved.hadExemption === 1, exemption) : []),
    when(moved.turnedTextsOff === 1, (orm, onlyIf) =>
      orm.delete(textsOff).where(and(eq(textsOff.id, keptId), eq(textsOff.at, madeAt), onlyIf)),
    ),
  ];
}

function returningPoints(
  { keptId, goneId }: Pair,
  [id, own, total, lastUpdated]: NonNullable<MovedThings['points']>,
): ConditionalWrite[] {
  return [
    (orm, onlyIf) =>
      orm
        .update(loyaltyPoints)
        .set({
          points: sql`${loyaltyPoints.points} - ${own}`,
          totalEarned: sql`${loyaltyPoints.totalEarned} - ${total}`,
        })
        .where(and(eq(loyaltyPoints.userId, keptId), onlyIf)),
    (orm, onlyIf) =>
      orm
        .delete(loyaltyPoints)
        .where(
          and(
            eq(loyaltyPoints.userId, keptId),
            eq(loyaltyPoints.id, `merged-${id}`),
            eq(loyaltyPoints.totalEarned, 0),
            onlyIf,
          ),
        ),
    (orm, onlyIf) =>
      insertRow(
        orm,
        loyaltyPoints,
        { id, userId: goneId, points: own, totalEarned: total, lastUpdated },
        { onlyIf, unlessKnown: loyaltyPoints.userId },
      ),
  ];
}

function returningExemption(
  { keptId, goneId }: Pair,
  hadOwn: boolean,
  [certificate, setBy, setAt]: NonNullable<MovedThings['exemption']>,
): ConditionalWrite[] {
  // If staff changed or removed the exemption since, it stays as they left it.
  const isStill = sql`exists (select 1 from tax_exemptions where user_id = ${keptId} and set_at = ${setAt} and certificate = ${certificate})`;
  return [
    (orm, onlyIf = sql`true`) =>
      insertRow(
        orm,
        taxExemptions,
        { userId: goneId, certificate, setBy, setAt },
        {
          onlyIf: hadOwn ? onlyIf : sql`${onlyIf} and ${isStill}`,
          unlessKnown: taxExemptions.userId,
        },
      ),
    (orm, onlyIf) =>
      orm
        .delete(taxExemptions)
        .where(
          and(
            eq(taxExemptions.userId, keptId),
            eq(taxExemptions.setAt, setAt),
            eq(taxExemptions.certificate, certificate),
            hadOwn ? sql`false` : undefined,
            onlyIf,
          ),
        ),
  ];
}

const pastMerges = (before: number) =>
  and(isNotNull(customerMerges.moved), lt(customerMerges.madeAt, before));

/** Selects a merge that can't be undone anymore and still has its list of moved things. */
export const selectPastMerges = (orm: Queryable, before: number) =>
  orm
    .select({ number: customerMerges.number })
    .from(customerMerges)
    .where(pastMerges(before))
    .limit(1);

/** Deletes the lists of moved things of merges that can't be undone anymore. */
export const forgetPastMerges = (db: Db, before: number) =>
  db.write((orm) => orm.update(customerMerges).set({ moved: null }).where(pastMerges(before)));
