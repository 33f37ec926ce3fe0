import type { Queryable } from '@/db/client';
import { isUniqueViolation } from '@/db/engine/failures';
import type { Query } from '@/db/engine/queries';
import { retryOnConflict } from '@/db/guarded-batch';
import { readFoldedCustomers } from '@/db/search-texts';
import {
  contactKeyOf,
  type ImportedCustomer,
  readCustomerFile,
} from '@/domain/account/customer-file';
import { usernameFor } from '@/domain/account/new-customer.schema';
import { DomainError } from '@/domain/errors';
import { foldedText } from '@/domain/folding';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { hashPassword } from '../auth/passwords';
import { newToken } from '../auth/tokens';
import { insertingUser, wholeUser } from '../auth/users.repository';
import { insertingBelongings, selectKnownContacts } from './customer-import.repository';

/** The most errors that are listed. */
const ERRORS_SHOWN = 20;

/** A preview of an import, as the screen shows it. An import is possible if there are no errors. */
export type CustomerImport = {
  added: string[];
  /** The number of customers who already have an account, so they're left out. */
  unchanged: number;
  errors: { line: number; message: string }[];
  moreErrors: number;
};

/** Previews the import of a file. Changes nothing. */
export async function previewCustomers(
  call: AnyCall,
  { text }: { text: string },
): Promise<CustomerImport> {
  return previewOf(await planOf(call, text));
}

/**
 * Imports the customers of a file: all of them, or none. Those who already have an account with the
 * email address are left out, or with the phone number if the line has no email address. Nobody gets
 * a message. Each customer can choose a password with a reset link.
 *
 * @throws `invalid_input` if a line has an error
 */
export async function importCustomers(
  call: UserCall,
  { text }: { text: string },
): Promise<CustomerImport> {
  const { db } = call.deps;
  // Nobody knows this password, so one slow hash is enough for all accounts.
  const password = await hashPassword(newToken());
  return retryOnConflict(async () => {
    const plan = await planOf(call, text);
    const [error] = plan.errors;
    if (error) {
      throw new DomainError('invalid_input', `Line ${error.line}: ${error.message}`, {
        field: 'text',
      });
    }
    if (plan.added.length === 0) return previewOf(plan);
    try {
      await db.batch((orm) => plan.added.flatMap((one) => insertsOf(call, one, password)(orm)));
      return previewOf(plan);
    } catch (failure) {
      if (!isUniqueViolation(failure)) throw failure;
      // Someone registered with one of the addresses, or has one of the usernames. Read again.
      return null;
    }
  });
}

type Plan = { added: ImportedCustomer[]; unchanged: number; errors: CustomerImport['errors'] };

async function planOf({ deps }: AnyCall, text: string): Promise<Plan> {
  const { read, errors } = readCustomerFile(text);
  if (errors.length > 0) return { added: [], unchanged: 0, errors };
  const customers = read.map(({ customer }) => customer);
  const [emails, phones] = await readFoldedCustomers(deps.db, (orm) =>
    selectKnownContacts(orm, customers),
  );
  const known = new Set([...emails, ...phones].map(({ key }) => key));
  const added = customers.filter((one) => !known.has(contactKeyOf(one)));
  return { added, unchanged: customers.length - added.length, errors };
}

const previewOf = ({ added, unchanged, errors }: Plan): CustomerImport => ({
  added: added.map(({ fullName }) => fullName),
  unchanged,
  errors: errors.slice(0, ERRORS_SHOWN),
  moreErrors: Math.max(0, errors.length - ERRORS_SHOWN),
});

/** Makes it very unlikely that two people with the same name get the same username. */
const anyNumber = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000;

/** Returns the statements that write a customer with the audit entry, boat, dock, tags, and note. */
function insertsOf(call: UserCall, customer: ImportedCustomer, password: string) {
  const { deps, actor } = call;
  const { fullName, email, phone, address, boat } = customer;
  const now = deps.clock.now();
  const user = wholeUser({
    id: deps.ids.next(),
    username: usernameFor(fullName, anyNumber()),
    password,
    ...{ fullName, email, phone, address, boatName: boat },
    // Another import of the same file finds the customers at once.
    nameKey: foldedText(fullName),
    contactKey: email === null ? contactKeyOf(customer) : foldedText(email),
    createdAt: now,
    updatedAt: now,
  });
  const { username } = user;
  const entry = audit(call, {
    action: 'account.made',
    userId: user.id,
    after: { username, fullName, email, phone, address },
  });
  return (orm: Queryable): Query[] => [
    ...insertingUser(orm, user, { entry, told: null }),
    ...insertingBelongings(orm, customer, {
      userId: user.id,
      authorName: actor.name,
      createdAt: now,
      nextId: deps.ids.next,
    }),
  ];
}
