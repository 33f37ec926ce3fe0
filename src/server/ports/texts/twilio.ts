import * as z from 'zod/mini';
import { type TextRefusal, TextRefused, type TextsPort } from './port';
import { isSignedWith } from './signature';

/** How long Twilio may take. It answers once a text is queued, within a second. */
const TIMEOUT_MS = 30_000;
/** Twilio's clock and ours may differ by this much. */
const SKEW_MS = 120_000;
/** The number of texts to one number, newest first, among which a lost text is searched. */
const SEARCHED = 50;

/**
 * Twilio's errors about one number. Other errors concern our account or our sender, so the text is
 * tried again: https://www.twilio.com/docs/api/errors.
 */
const REFUSALS: Readonly<Record<number, TextRefusal>> = {
  // The number's owner replied STOP.
  21610: 'stopped',
  // Twilio doesn't know the number.
  21211: 'number',
  21214: 'number',
  21217: 'number',
  21265: 'number',
  21401: 'number',
  21421: 'number',
  21604: 'number',
  // The number is a landline, or can't get texts.
  21614: 'number',
  21635: 'number',
  // Our account may not send texts there, or no carrier does.
  21408: 'number',
  21612: 'number',
};

const sentSchema = z.object({ sid: z.string().check(z.regex(/^[A-Z]{2}[0-9a-f]{32}$/)) });
const listSchema = z.object({
  messages: z.array(
    z.object({
      sid: z.string(),
      body: z.nullish(z.string()),
      date_created: z.nullish(z.string()),
    }),
  ),
});
const errorSchema = z.object({ code: z.number() });

/** Twilio refused a call for a reason that has nothing to do with the number. */
class TwilioFailed extends Error {
  override readonly name = 'TwilioFailed';
  readonly statusCode: number;

  constructor(statusCode: number, code: number | null) {
    super(
      code === null ? `Twilio answered ${statusCode}` : `Twilio answered ${statusCode} (${code})`,
    );
    this.statusCode = statusCode;
  }
}

export type TwilioOptions = {
  accountSid: string;
  authToken: string;
  /** The number we send from, or a messaging service. */
  from: string;
  /** The address to which Twilio reports whether a text was delivered. The text's ID is added. */
  statusUrl: string;
  /** Twilio's address, for tests. */
  apiBase?: string;
};

/** Sends texts with Twilio's REST API. */
export function createTwilioTexts(options: TwilioOptions): TextsPort {
  const { accountSid, authToken, from, statusUrl } = options;
  const base = options.apiBase ?? 'https://api.twilio.com';
  const messages = `${base}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender: Record<string, string> = from.startsWith('MG')
    ? { MessagingServiceSid: from }
    : { From: from };

  async function ask(url: string, body?: URLSearchParams): Promise<unknown> {
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, accept: 'application/json' },
      ...(body && { body }),
      // A redirect would send our token to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const json: unknown = await answer.json().catch(() => null);
    if (answer.ok) return json;
    const { data } = errorSchema.safeParse(json);
    const code = data?.code ?? null;
    const refusal = code === null || answer.status !== 400 ? undefined : REFUSALS[code];
    if (refusal) throw new TextRefused(refusal, code);
    throw new TwilioFailed(answer.status, code);
  }

  return {
    async send({ id, to, body }) {
      const fields = {
        ...sender,
        To: to,
        Body: body,
        StatusCallback: `${statusUrl}?message=${id}`,
      };
      const { sid } = sentSchema.parse(await ask(messages, new URLSearchParams(fields)));
      return { providerId: sid };
    },
    async find({ to, body }, since) {
      const url = new URL(messages);
      const from = new Date(since - SKEW_MS);
      url.search = new URLSearchParams([
        ['To', to],
        ['DateSent>', from.toISOString().slice(0, 10)],
        ['PageSize', String(SEARCHED)],
      ]).toString();
      const { messages: sent } = listSchema.parse(await ask(url.href));
      // A trial account adds its own words before ours, and the first text to a number has a
      // sentence after ours.
      const found = sent.find(
        (one) =>
          one.body?.includes(body) &&
          Date.parse(one.date_created ?? '') >= Math.floor(from.getTime() / 1000) * 1000,
      );
      return found ? { providerId: found.sid } : null;
    },
    async isSigned(callback) {
      return isSignedWith(authToken, callback);
    },
    async close() {},
  };
}
