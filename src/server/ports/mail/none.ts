import type { MailPort } from './port';

/** No mail server: every e-mail stays in the outbox until there is one. */
export function createNoMail(): MailPort {
  return {
    async send() {
      throw new Error('no mail server is set (SMTP_URL)');
    },
    async close() {},
  };
}
