import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, inserting } from '@/db/guarded-batch';
import { boats, customerNotes, customerSearchTexts, customerTags, docks, users } from '@/db/schema';
import type { ImportedCustomer } from '@/domain/account/customer-file';
import { emailKey } from '@/domain/account/email';
import { foldedText } from '@/domain/folding';
import { phoneKey } from '@/domain/phone-number';

/** Selects the email addresses of a file that have an account. */
export function selectKnownEmails(orm: Queryable, customers: readonly ImportedCustomer[]) {
  const keys = customers.flatMap(({ email }) => (email === null ? [] : [emailKey(email)]));
  return orm
    .select({ key: sql<string>`${users.emailKey}` })
    .from(users)
    .where(and(isNotNull(users.emailKey), inArray(users.emailKey, listed(keys))));
}

/** True for customers who may have a phone number of the file. The keys of a few aren't known yet. */
function mayHavePhone(customers: readonly ImportedCustomer[]): SQL | undefined {
  const keys = customers.flatMap(({ phone }) => (phone === null ? [] : [phoneKey(phone)]));
  const { phoneKey: key } = customerSearchTexts;
  return or(inArray(key, listed(keys)), isNull(key));
}

/** Identifies a customer with this name and phone number. */
const VERSION = sql<string>`json_array(${users.id}, ${users.fullName}, ${users.phone})`;

/** Selects the customers who may have a phone number of a file. */
export function selectPhoneOwners(orm: Queryable, customers: readonly ImportedCustomer[]) {
  return orm
    .select({ version: VERSION, fullName: users.fullName, phone: users.phone })
    .from(customerSearchTexts)
    .innerJoin(users, eq(users.id, customerSearchTexts.userId))
    .where(and(eq(users.role, 'customer'), mayHavePhone(customers)));
}

/** A guard that's true if nobody else may have a phone number of the file since `read`. */
export function noOtherPhoneOwners(
  customers: readonly ImportedCustomer[],
  read: readonly { version: string }[],
): Guard {
  const known = listed(read.map(({ version }) => version));
  return sql`not exists (
    select 1 from ${customerSearchTexts} join ${users} on ${users.id} = ${customerSearchTexts.userId}
    where ${users.role} = 'customer' and ${mayHavePhone(customers)} and ${VERSION} not in ${known})`;
}

/** Passes a list as one value, however long it is. */
const listed = (values: readonly string[]) =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;

type Of = { userId: string; authorName: string; createdAt: number; nextId: () => string };

/** Returns the writes of a new customer's boat, dock, tags, and note. */
export function insertingBelongings(
  { boat, dock, slip, gateCode, tags, note }: ImportedCustomer,
  { userId, authorName, createdAt, nextId }: Of,
): ConditionalWrite[] {
  const row = { userId, createdAt };
  return [
    ...(boat ? [inserting(boats, { ...row, id: nextId(), name: boat, isDefault: true })] : []),
    ...(dock
      ? [
          inserting(docks, {
            ...row,
            ...{ id: nextId(), label: dock, slip, gateCode, isDefault: true },
          }),
        ]
      : []),
    ...tags.map((tag) => inserting(customerTags, { ...row, tag, tagKey: foldedText(tag) })),
    ...(note ? [inserting(customerNotes, { ...row, id: nextId(), text: note, authorName })] : []),
  ];
}
