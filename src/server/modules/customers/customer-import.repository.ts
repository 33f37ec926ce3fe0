import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { Query } from '@/db/engine/queries';
import { boats, customerNotes, customerTags, docks, userContactOrder, users } from '@/db/schema';
import { contactKeyOf, type ImportedCustomer } from '@/domain/account/customer-file';
import { foldedText } from '@/domain/folding';

/**
 * Selects the accounts that customers of a file already have: those with one of the email addresses,
 * and those without an email address that have one of the phone numbers.
 */
export function selectKnownContacts(orm: Queryable, customers: readonly ImportedCustomer[]) {
  const withEmail = customers.filter(({ email }) => email !== null).map(contactKeyOf);
  const withPhone = customers.filter(({ email }) => email === null).map(contactKeyOf);
  return [
    orm
      .select({ key: sql<string>`${users.emailKey}` })
      .from(users)
      .where(and(isNotNull(users.emailKey), inArray(users.emailKey, listed(withEmail)))),
    orm
      .select({ key: sql<string>`${userContactOrder}` })
      .from(users)
      .where(and(eq(users.role, 'customer'), inArray(userContactOrder, listed(withPhone)))),
  ] as const;
}

/** Passes a list as one value, however long it is. */
const listed = (values: readonly string[]) =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;

type Of = { userId: string; authorName: string; createdAt: number; nextId: () => string };

/** Returns the statements that write a new customer's boat, dock, tags, and note. */
export function insertingBelongings(
  orm: Queryable,
  { boat, dock, slip, gateCode, tags, note }: ImportedCustomer,
  { userId, authorName, createdAt, nextId }: Of,
): Query[] {
  const row = { userId, createdAt };
  return [
    ...(boat
      ? [orm.insert(boats).values({ ...row, id: nextId(), name: boat, isDefault: true })]
      : []),
    ...(dock
      ? [
          orm
            .insert(docks)
            .values({ ...row, id: nextId(), label: dock, slip, gateCode, isDefault: true }),
        ]
      : []),
    ...(tags.length > 0
      ? [
          orm
            .insert(customerTags)
            .values(tags.map((tag) => ({ ...row, tag, tagKey: foldedText(tag) }))),
        ]
      : []),
    ...(note
      ? [orm.insert(customerNotes).values({ ...row, id: nextId(), text: note, authorName })]
      : []),
  ];
}
