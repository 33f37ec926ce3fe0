import { createTransport } from 'nodemailer';
import type { MailPort } from './port';

/** Mail through an SMTP server (`smtp://user:password@host:port`). */
export function createSmtpMail(options: { url: string; from: string }): MailPort {
  const transport = createTransport(options.url, { from: options.from });
  return {
    async send(mail) {
      await transport.sendMail({ to: mail.to, subject: mail.subject, text: mail.text });
    },
    async close() {
      transport.close();
    },
  };
}
