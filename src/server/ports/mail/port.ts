import type { MailSender } from '@/domain/business-settings';
import { NotSent } from '../not-accepted';

/**
 * An email in two forms, which say the same. Its ID is the same each time it's sent, so that
 * receivers recognize a repeat. `from` replaces parts of the port's own sender. `replyTo` is the
 * address for replies, if it isn't the sender.
 */
export type Mail = {
  id: string;
  from?: MailSender | undefined;
  to: string;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html?: string | undefined;
  /** An iCalendar file, sent as an attachment. */
  calendar?: string | null;
  /** A PDF in Base64, sent as an attachment. */
  attachment?: { name: string; pdf: string } | null;
};

/**
 * Sends email.
 *
 * @throws MailRefused if the server permanently refuses it. After any other error, the outbox tries
 *   again.
 */
export type MailPort = {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
};

/**
 * The email server permanently refuses a message, because the address doesn't exist or the message
 * isn't accepted.
 */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** The SMTP reply code of the server, such as 550. Null if no server was contacted. */
  readonly responseCode: number | null;

  constructor(responseCode: number | null, options: { cause?: unknown } = {}) {
    super(responseCode === null ? 'invalid address' : `refused: ${responseCode}`, options);
    this.responseCode = responseCode;
  }
}

/** There is no email server. A warning at the start says so. */
export class NoMailServer extends NotSent {
  override readonly name = 'NoMailServer';

  constructor() {
    super('no email server is set (SMTP_URL)');
  }
}
