import { wireAddress } from '@/domain/account/email';
import { type MailPort, MailRefused } from './port';
import { translated } from './refusals';

/** E-mail through an SMTP server (`smtp://user:password@host:port`). */
export function createSmtpMail(options: { url: string; from: string }): MailPort {
  // Loaded with the first e-mail: the package takes longer to load than the server.
  let transport: Promise<import('nodemailer').Transporter> | null = null;
  const ready = () => {
    transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport(options.url, { from: senderOf(options.from) }),
    );
    return transport;
  };
  return {
    async send(mail) {
      const { subject, text } = mail;
      const address = wireAddress(mail.to);
      if (address === null) throw new MailRefused(null);
      try {
        // As an object, which the package doesn't read anew as a list of addresses.
        await (await ready()).sendMail({ to: { name: '', address }, subject, text });
      } catch (error) {
        throw translated(error);
      }
    },
    async close() {
      (await transport)?.close();
    },
  };
}

/** `Dockside, Inc. <hello@dock.example>` in its parts; the package would read the comma as two senders. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.+) <(.+)>$/.exec(from) ?? [];
  return { name, address };
}
