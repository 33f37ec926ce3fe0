import * as z from 'zod/mini';
import { PASSWORD_MESSAGES } from './passwords';
import { givenPasswordSchema } from './sign-in.schema';

/** What the account page says about a person's own data; the server refuses with the same words. */
export const OWN_DATA_MESSAGES = {
  inTheWay: 'Your account cannot be deleted yet. Please settle what is listed first.',
  customersOnly: 'Only customers delete their own account. Please ask an administrator.',
} as const;

/** Deleting an account takes its password. */
export const accountDeletionSchema = z.object({
  currentPassword: givenPasswordSchema(
    PASSWORD_MESSAGES.currentRequired,
    PASSWORD_MESSAGES.wrongCurrent,
  ),
});
export type AccountDeletion = z.infer<typeof accountDeletionSchema>;

/** What must be settled before an account can be deleted. */
export const OBSTACLES = ['open', 'unpaid', 'refunding', 'disputed'] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** Why an appointment stands in the way, for its customer. */
export const OBSTACLE_LABELS: Record<Obstacle, string> = {
  open: 'not delivered yet: cancel it, or wait for it',
  unpaid: 'not paid yet',
  refunding: 'a refund is on its way',
  disputed: 'your bank looks into the payment',
};

type Readable = string | number | boolean | null | Readable[] | { [name: string]: Readable };

/**
 * A row as a person reads it in an export: amounts in dollars, quantities in gallons and instants as
 * text in UTC, under names without a unit.
 *
 * @param row may hold rows and lists of rows
 */
export function readable(row: Readonly<Record<string, unknown>>): { [name: string]: Readable } {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value !== 'number') return [name, readableValue(value)];
      if (name.endsWith('Cents')) return [name.slice(0, -'Cents'.length), value / 100];
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
