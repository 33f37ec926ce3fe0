import { type MailPort, NoMailServer } from './port';

/** Used without an email server. Every email stays in the outbox until there is one. */
export function createNoMail(): MailPort {
  return {
    async send() {
      throw new NoMailServer();
    },
    async close() {},
  };
}
