import { isPushService } from '@/domain/push/subscription.schema';
import { type PushPort, PushRefused } from './port';

/** How long a push service may take. */
const TIMEOUT_MS = 30_000;

/** The push service couldn't take a push now. */
class PushFailed extends Error {
  override readonly name = 'PushFailed';
  readonly statusCode: number;

  constructor(statusCode: number) {
    super(`the push service answered ${statusCode}`);
    this.statusCode = statusCode;
  }
}

export type WebPushOptions = {
  /** The contact that push services get for us: an https: or mailto: address. */
  contact: string;
  /** For tests, which run their own push service. */
  service?: { isAllowed(endpoint: string): boolean; fetch: typeof fetch };
};

/** Sends notifications as in RFC 8030, encrypted as in RFC 8291, and signed as in RFC 8292. */
export function createWebPush({ contact, service }: WebPushOptions): PushPort {
  const isAllowed = service?.isAllowed ?? isPushService;
  const send = service?.fetch ?? fetch;
  return {
    async send({ to, payload, topic, ttlSeconds }, keys) {
      // Rows of an older build or a restored backup may have been checked by other rules.
      if (!isAllowed(to.endpoint)) throw new PushRefused('gone', null);
      const { generateRequestDetails } = await import('web-push');
      const subscription = { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } };
      const { headers, body } = generateRequestDetails(subscription, payload, {
        vapidDetails: { subject: contact, ...keys },
        TTL: ttlSeconds,
        topic,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      });
      const { 'Content-Length': _, ...others } = headers;
      const answer = await send(to.endpoint, {
        method: 'POST',
        headers: Object.entries(others).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
        body: new Uint8Array(body),
        // A redirect could lead to an address inside our network.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (answer.ok) return;
      const { status } = answer;
      if (status === 404 || status === 410) throw new PushRefused('gone', status);
      // Too many requests, or a timeout. Any other 4xx stays the same however often it's sent.
      if (status >= 500 || status === 429 || status === 408) throw new PushFailed(status);
      throw new PushRefused('rejected', status);
    },
    async newKeys() {
      return (await import('web-push')).generateVAPIDKeys();
    },
    async close() {},
  };
}
