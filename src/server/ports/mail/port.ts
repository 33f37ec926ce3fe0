/** One e-mail, as plain text. */
export type Mail = { to: string; subject: string; text: string };

/** Sends e-mail. Throws when the mail server refuses it; the outbox tries again. */
export type MailPort = {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
};
