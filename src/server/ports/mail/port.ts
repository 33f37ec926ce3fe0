/**
 * One email, as plain text. Its id is the same each time it's sent, so that receivers recognize a repeat.
 * `replyTo` is where an answer goes, if not to the sender.
 */
export type Mail = {
  id: string;
  to: string;
  replyTo?: string | undefined;
  subject: string;
  text: string;
};

/**
 * Sends email. Throws MailRefused where the mail server will never take it, and any other error where
 * it may later; the outbox tries again.
 */
export type MailPort = {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
};

/** The mail server refuses a message for good: it knows no such address, or does not take the message. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** The server's answer in SMTP: 550 and the like; null where none was asked. */
  readonly responseCode: number | null;

  constructor(responseCode: number | null, options: { cause?: unknown } = {}) {
    super(responseCode === null ? 'invalid address' : `refused: ${responseCode}`, options);
    this.responseCode = responseCode;
  }
}

/** There is no mail server to send to; the start has said so. */
export class NoMailServer extends Error {
  override readonly name = 'NoMailServer';

  constructor() {
    super('no mail server is set (SMTP_URL)');
  }
}
