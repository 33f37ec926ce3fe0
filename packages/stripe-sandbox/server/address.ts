import type Stripe from 'stripe';
import type { FormHash } from './form-encoding';
import { readParams } from './params';

const ADDRESS = {
  city: 'string',
  country: 'string',
  line1: 'string',
  line2: 'string',
  postal_code: 'string',
  state: 'string',
} as const;

/** Reads an address in Stripe's format. Every field is present, and unknown ones are null. */
export function readAddress(form: FormHash | undefined, prefix: string): Stripe.Address | null {
  if (!form) return null;
  const given = readParams(form, ADDRESS, prefix);
  const line = (text: string | undefined) => text || null;
  return {
    city: line(given.city),
    country: line(given.country),
    line1: line(given.line1),
    line2: line(given.line2),
    postal_code: line(given.postal_code),
    state: line(given.state),
  };
}
