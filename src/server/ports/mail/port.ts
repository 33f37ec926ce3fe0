/** One message, as text. */
export type Mail = { to: string; subject: string; text: string };

/** Sends mail. Throws when the message was not taken; the outbox tries again. */
export type MailPort = {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
};
