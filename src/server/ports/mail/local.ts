import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { wireAddress } from '@/domain/account/email';
import type { MailSender } from '@/domain/business-settings';
import { type Mail, type MailPort, MailRefused } from './port';
import { senderOf } from './sender';

/** An email in the folder. `sentAt` is an ISO instant. */
export type ReceivedMail = Pick<Mail, 'to' | 'subject' | 'text'> & {
  sentAt: string;
  /** The name of its HTML form. Null if it has none. */
  htmlName: string | null;
  /** Its calendar file. */
  calendar: string | null;
  /** Its PDF in Base64. */
  attachment: { name: string; pdf: string } | null;
};

export type LocalMailbox = {
  /** Returns the latest emails, newest first. */
  list(): Promise<ReceivedMail[]>;
  /** Returns the HTML form of an email, or null. */
  html(name: string): Promise<string | null>;
};

/** Maximum number of emails in a list. */
const SHOWN = 50;

const HTML = '.html';
const CALENDAR = '.ics';
const PDF = '.pdf';

/** Saves each email as a text file in a folder, with its HTML form and files next to it, for a machine without an email server. */
export function createLocalMail(options: {
  folder: string;
  from: string;
}): MailPort & LocalMailbox {
  const read = (name: string) => Bun.file(join(options.folder, name)).text();
  const readPdf = async (name: string) =>
    Buffer.from(await Bun.file(join(options.folder, name)).arrayBuffer()).toString('base64');
  return {
    async send(mail) {
      if (wireAddress(mail.to) === null) throw new MailRefused(null);
      await mkdir(options.folder, { recursive: true });
      // The name starts with the time, so names sort by time.
      const name = join(options.folder, Bun.randomUUIDv7());
      const path = `${name}.txt`;
      if (mail.html) await Bun.write(`${name}${HTML}`, mail.html);
      if (mail.calendar) await Bun.write(`${name}${CALENDAR}`, mail.calendar);
      if (mail.attachment) {
        await Bun.write(`${name}${PDF}`, Buffer.from(mail.attachment.pdf, 'base64'));
      }
      const lines = [
        `From: ${fromLine(options.from, mail.from)}`,
        `To: ${oneLine(mail.to)}`,
        ...(mail.replyTo ? [`Reply-To: ${oneLine(mail.replyTo)}`] : []),
        `Subject: ${oneLine(mail.subject)}`,
        ...(mail.attachment ? [`Attachment: ${oneLine(mail.attachment.name)}`] : []),
        `Date: ${new Date().toISOString()}`,
        '',
      ];
      await Bun.write(`${path}.part`, [...lines, mail.text, ''].join('\n'));
      await rename(`${path}.part`, path);
    },
    async list() {
      const names = await readdir(options.folder).catch(() => []);
      const newest = names
        .filter((name) => name.endsWith('.txt'))
        .sort()
        .reverse()
        .slice(0, SHOWN);
      const all = new Set(names);
      return Promise.all(
        newest.map(async (file) => {
          const name = file.slice(0, -'.txt'.length);
          const calendar = all.has(`${name}${CALENDAR}`) ? await read(`${name}${CALENDAR}`) : null;
          const { attached, ...parsed } = parse(await read(file));
          return {
            ...parsed,
            htmlName: all.has(`${name}${HTML}`) ? name : null,
            calendar,
            attachment: all.has(`${name}${PDF}`)
              ? { name: attached, pdf: await readPdf(`${name}${PDF}`) }
              : null,
          };
        }),
      );
    },
    async html(name) {
      const file = Bun.file(join(options.folder, `${name}${HTML}`));
      return /^[\w-]+$/.test(name) && (await file.exists()) ? file.text() : null;
    },
    async close() {},
  };
}

/** Returns the sender as an email program shows it. */
function fromLine(given: string, { name, address }: MailSender = {}): string {
  const sender = senderOf(given);
  return oneLine(`${name ?? sender.name} <${address ?? sender.address}>`);
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

function parse(
  file: string,
): Omit<ReceivedMail, 'htmlName' | 'calendar' | 'attachment'> & { attached: string } {
  const end = file.indexOf('\n\n');
  const field = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(file.slice(0, end))?.[1] ?? '';
  return {
    to: field('To'),
    subject: field('Subject'),
    sentAt: field('Date'),
    text: file.slice(end + 2).trimEnd(),
    attached: field('Attachment'),
  };
}
