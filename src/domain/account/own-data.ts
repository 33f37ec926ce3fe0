import * as z from 'zod/mini';
import { toDollars, type UnitPrice } from '../money';
import { PASSWORD_MESSAGES } from './passwords';
import { givenPasswordSchema } from './sign-in.schema';

/** Messages about a person's own data, shared by the account page and the server. */
export const OWN_DATA_MESSAGES = {
  inTheWay: 'We can’t delete your account yet. Please settle these first:',
  customersOnly: 'Only customers can delete their own accounts. Please ask an owner.',
} as const;

/** Deleting an account requires its password. */
export const accountDeletionSchema = z.object({
  currentPassword: givenPasswordSchema(
    PASSWORD_MESSAGES.currentRequired,
    PASSWORD_MESSAGES.wrongCurrent,
  ),
});
export type AccountDeletion = z.infer<typeof accountDeletionSchema>;

/** The reasons why an account can't be deleted yet. */
export const OBSTACLES = ['open', 'unpaid', 'refunding', 'disputed'] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** Explains to the customer how an appointment prevents the deletion. */
export const OBSTACLE_LABELS: Record<Obstacle, string> = {
  open: 'Not delivered yet. Cancel it, or wait for the delivery.',
  unpaid: 'Not paid yet.',
  refunding: 'A refund is on its way.',
  disputed: 'Your bank is reviewing the payment.',
};

type Readable = string | number | boolean | null | Readable[] | { [name: string]: Readable };

/**
 * Converts a row for an export that people read: amounts in dollars, quantities in gallons, and
 * instants as text in UTC. Units are removed from the names.
 *
 * @param row may contain rows and lists of rows
 */
export function readable(row: Readonly<Record<string, unknown>>): { [name: string]: Readable } {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value !== 'number') return [name, readableValue(value)];
      if (name.endsWith('Cents'))
        return [name.slice(0, -'Cents'.length), toDollars(value as UnitPrice)];
      if (name.endsWith('Tenths')) return [name.slice(0, -'Tenths'.length), value / 10];
      if (name.endsWith('At')) return [name, new Date(value).toISOString()];
      return [name, value];
    }),
  );
}

function readableValue(value: unknown): Readable {
  if (Array.isArray(value)) return value.map(readableValue);
  if (value instanceof Object) return readable(value as Record<string, unknown>);
  return value as Readable;
}
