import { isUniqueViolation } from '@/db/engine/failures';
import {
  type ConditionalWrite,
  type Guard,
  retryOnConflict,
  writeGuarded,
} from '@/db/guarded-batch';
import { readFoldedCustomers } from '@/db/search-texts';
import {
  contactKeyOf,
  type ImportedCustomer,
  identifiersOf,
  phoneKeysOf,
  readCustomerFile,
} from '@/domain/account/customer-file';
import { usernameFor } from '@/domain/account/new-customer.schema';
import { DomainError } from '@/domain/errors';
import { foldedText } from '@/domain/folding';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { hashPassword } from '../auth/passwords';
import { newToken } from '../auth/tokens';
import { insertUserIf, wholeUser } from '../auth/users.repository';
import {
  insertingBelongings,
  noOtherPhoneOwners,
  selectKnownEmails,
  selectPhoneOwners,
} from './customer-import.repository';

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
 * Imports the customers of a file: all of them, or none. Customers who already have an account are
 * left out: one with the email address, or with the phone number if the line has no email address or
 * the name is the same. Nobody gets a message. Each customer can choose a password with a reset link.
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
    const [first, ...others] = plan.added.map((one) => writesOf(call, one, password));
    if (!first) return previewOf(plan);
    try {
      // The same file may be sent twice at once, and phone numbers aren't unique.
      await writeGuarded(db, {
        guard: insertUserIf(db.orm, first.user, plan.stands),
        audit: first.entry,
        also: [
          ...first.belongings,
          ...others.flatMap(({ user, entry, belongings }): ConditionalWrite[] => [
            (orm, onlyIf) => insertUserIf(orm, user, onlyIf),
            entry.write,
            ...(entry.details ? [entry.details] : []),
            ...belongings,
          ]),
        ],
      });
      return previewOf(plan);
    } catch (failure) {
      if (!isUniqueViolation(failure)) throw failure;
      // Someone registered with one of the addresses, or has one of the usernames. Read again.
      return null;
    }
  });
}

type Plan = {
  added: ImportedCustomer[];
  unchanged: number;
  errors: CustomerImport['errors'];
  /** True while nobody else has one of the phone numbers. */
  stands: Guard;
};

async function planOf({ deps }: AnyCall, text: string): Promise<Plan> {
  const { read, errors } = readCustomerFile(text);
  if (errors.length > 0) {
    return { added: [], unchanged: 0, errors, stands: noOtherPhoneOwners([], []) };
  }
  const customers = read.map(({ customer }) => customer);
  const [emails, owners] = await readFoldedCustomers(deps.db, (orm) => [
    selectKnownEmails(orm, customers),
    selectPhoneOwners(orm, customers),
  ]);
  const known = new Set([...emails.map(({ key }) => key), ...owners.flatMap(phoneKeysOf)]);
  const added = customers.filter((one) => !identifiersOf(one).some((key) => known.has(key)));
  const stands = noOtherPhoneOwners(customers, owners);
  return { added, unchanged: customers.length - added.length, errors, stands };
}

const previewOf = ({ added, unchanged, errors }: Plan): CustomerImport => ({
  added: added.map(({ fullName }) => fullName),
  unchanged,
  errors: errors.slice(0, ERRORS_SHOWN),
  moreErrors: Math.max(0, errors.length - ERRORS_SHOWN),
});

/** Makes it very unlikely that two people with the same name get the same username. */
const anyNumber = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000;

/** Returns a customer with the audit entry, and the writes of the boat, dock, tags, and note. */
function writesOf(call: UserCall, customer: ImportedCustomer, password: string) {
  const { deps, actor } = call;
  const { fullName, email, phone, address, boat } = customer;
  const now = deps.clock.now();
  const user = wholeUser({
    id: deps.ids.next(),
    username: usernameFor(fullName, anyNumber()),
    password,
    ...{ fullName, email, phone, address, boatName: boat },
    // Another import of the same file finds the customers immediately.
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
  const belongings = insertingBelongings(customer, {
    userId: user.id,
    authorName: actor.name,
    createdAt: now,
    nextId: deps.ids.next,
  });
  return { user, entry, belongings };
}
