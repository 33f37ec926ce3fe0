import type { MailPort } from './port';
import { translated } from './refusals';

/** E-mail through an SMTP server (`smtp://user:password@host:port`). */
export function createSmtpMail(options: { url: string; from: string }): MailPort {
  // Loaded with the first e-mail: the package takes longer to load than the server.
  let transport: Promise<import('nodemailer').Transporter> | null = null;
  const ready = () => {
    transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport(options.url, { from: options.from }),
    );
    return transport;
  };
  return {
    async send(mail) {
      const { to, subject, text } = mail;
      try {
        await (await ready()).sendMail({ to, subject, text });
      } catch (error) {
        throw translated(error);
      }
    },
    async close() {
      (await transport)?.close();
    },
  };
}
