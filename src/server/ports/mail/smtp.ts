import { pipeline, Transform } from 'node:stream';
import { wireAddress } from '@/domain/account/email';
import { type MailPort, MailRefused } from './port';
import { translated } from './refusals';
import { senderOf } from './sender';

/**
 * How long an email server may take. It has 10 minutes to confirm a message (RFC 5321, 4.5.3.2). If
 * we gave up earlier, a message that it accepted would be sent twice.
 */
const TIMEOUTS = {
  connectionTimeout: 150_000,
  greetingTimeout: 120_000,
  socketTimeout: 600_000,
};
/** Limits one message in total, because a server could keep sending a little data forever. */
const MOST_MS = 20 * 60_000;

/**
 * Connections are reused, because a new one takes longer than a message. Only messages of which
 * nothing was sent move to another connection.
 */
const poolOf = (maxConnections = 3) =>
  ({ pool: true, maxConnections, idleTimeout: 30_000 }) as const;

/** Joins the parts of a message, so that it's sent with one write instead of about 20. */
function joined(): Transform {
  const parts: Buffer[] = [];
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
    flush: (done) => done(null, Buffer.concat(parts)),
  });
}

/**
 * Out-of-office programs don't reply to messages that are marked as automatic (RFC 3834). Exchange
 * needs its own header for that.
 */
const FROM_A_PROGRAM = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
};

const calendarFile = (content: string) => ({
  filename: 'delivery.ics',
  content,
  contentType: 'text/calendar; charset=utf-8',
});

const pdfFile = ({ name, pdf }: { name: string; pdf: string }) => ({
  filename: name,
  content: Buffer.from(pdf, 'base64'),
  contentType: 'application/pdf',
});

/** Sends email through an SMTP server (`smtp://user:password@host:port`). */
export function createSmtpMail(options: {
  url: string;
  from: string;
  /** Number of connections at the same time. */
  connections?: number;
}): MailPort {
  const sender = senderOf(options.from);
  const host = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  // Loaded with the first email, because the package takes longer to load than the server.
  let transport: Promise<import('nodemailer').Transporter> | null = null;
  const ready = () => {
    transport ??= import('nodemailer').then(({ createTransport }) => {
      const created = createTransport({
        ...{ url: options.url, ...TIMEOUTS, ...poolOf(options.connections) },
      });
      return created.use('stream', ({ message }, done) => {
        message.processFunc((parts) => pipeline(parts, joined(), () => {}));
        done();
      });
    });
    return transport;
  };
  return {
    async send(mail) {
      const { subject, text, html, calendar, attachment } = mail;
      const attachments = [
        ...(calendar ? [calendarFile(calendar)] : []),
        ...(attachment ? [pdfFile(attachment)] : []),
      ];
      const from = mail.from?.address && wireAddress(mail.from.address);
      const replyTo = mail.replyTo && wireAddress(mail.replyTo);
      const address = wireAddress(mail.to);
      if (address === null) throw new MailRefused(null);
      try {
        // The addresses are passed as objects, because the package would parse a string as a list
        // of addresses.
        await (await ready()).sendMail({
          from: { name: mail.from?.name ?? sender.name, address: from || sender.address },
          to: { name: '', address },
          subject,
          text,
          ...(html && { html }),
          ...(attachments.length > 0 && { attachments }),
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          messageId: `<${mail.id}@${host}>`,
          headers: FROM_A_PROGRAM,
          signal: AbortSignal.timeout(MOST_MS),
        });
      } catch (error) {
        throw translated(error);
      }
    },
    async close() {
      (await transport)?.close();
    },
  };
}
