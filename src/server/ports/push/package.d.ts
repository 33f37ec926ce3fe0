/** The parts of web-push that we use. The package has no types of its own. */
declare module 'web-push' {
  export function generateVAPIDKeys(): { publicKey: string; privateKey: string };
  export function generateRequestDetails(
    subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
    payload: string,
    options: {
      vapidDetails: { subject: string; publicKey: string; privateKey: string };
      TTL: number;
      topic: string;
      urgency: 'high';
      contentEncoding: 'aes128gcm';
    },
  ): { headers: Record<string, string | number>; body: Buffer };
}
