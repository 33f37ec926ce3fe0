import * as z from 'zod/mini';

/** Maximum number of browsers per person. One more replaces the oldest. */
export const MOST_SUBSCRIPTIONS = 10;

/** The push services of Chrome, Firefox, Safari, and Edge. Nothing is ever sent to another host. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
];

/** True if an address is at one of the browsers' push services. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === '';
  return isPlain && SERVICES.some((service) => service.test(hostname));
}

const endpoint = z
  .string()
  .check(
    z.maxLength(1_000),
    z.refine(isPushService, 'This browser’s notification service isn’t supported.'),
  );
const key = (characters: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${characters}}=?=?$`), 'That key isn’t valid.'));

/** A browser’s subscription, as it creates it. The keys encrypt what only that browser can read. */
export const subscriptionSchema = z.object({ endpoint, p256dh: key(87), auth: key(22) });
export type Subscription = z.infer<typeof subscriptionSchema>;

/** A subscription as a browser turns notifications on. */
export const subscribeSchema = z.extend(subscriptionSchema, {
  /** The subscription that the browser replaced without asking. It must be the caller’s. */
  replaces: z.optional(z.string().check(z.maxLength(1_000))),
});

export const endpointSchema = z.object({ endpoint: z.string().check(z.maxLength(1_000)) });
