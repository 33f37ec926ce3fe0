import { type MailPort, NoMailServer } from './port';

/** No mail server: every email stays in the outbox until there is one. */
export function createNoMail(): MailPort {
  return {
    async send() {
      throw new NoMailServer();
    },
    async close() {},
  };
}
