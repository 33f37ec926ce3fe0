import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { wireAddress } from '@/domain/account/email';
import type { MailSender } from '@/domain/business-settings';
import { type Mail, type MailPort, MailRefused } from './port';
import { senderOf } from './sender';

/** An email in the folder. `sentAt` is an ISO instant. */
export type ReceivedMail = Pick<Mail, 'to' | 'subject' | 'text'> & { sentAt: string };

export type LocalMailbox = {
  /** Returns the latest emails, newest first. */
  list(): Promise<ReceivedMail[]>;
};

/** Maximum number of emails in a list. */
const SHOWN = 50;

/** Saves each email as a text file in a folder, for a machine without an email server. */
export function createLocalMail(options: {
  folder: string;
  from: string;
}): MailPort & LocalMailbox {
  return {
    async send(mail) {
      if (wireAddress(mail.to) === null) throw new MailRefused(null);
      await mkdir(options.folder, { recursive: true });
      // The name starts with the time, so names sort by time.
      const path = join(options.folder, `${Bun.randomUUIDv7()}.txt`);
      const lines = [
        `From: ${fromLine(options.from, mail.from)}`,
        `To: ${oneLine(mail.to)}`,
        ...(mail.replyTo ? [`Reply-To: ${oneLine(mail.replyTo)}`] : []),
        `Subject: ${oneLine(mail.subject)}`,
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
      return Promise.all(
        newest.map(async (name) => parse(await Bun.file(join(options.folder, name)).text())),
      );
    },
    async close() {},
  };
}

/** Returns the sender as a mail program shows it. */
function fromLine(given: string, { name, address }: MailSender = {}): string {
  const sender = senderOf(given);
  return oneLine(`${name ?? sender.name} <${address ?? sender.address}>`);
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

function parse(file: string): ReceivedMail {
  const end = file.indexOf('\n\n');
  const field = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(file.slice(0, end))?.[1] ?? '';
  return {
    to: field('To'),
    subject: field('Subject'),
    sentAt: field('Date'),
    text: file.slice(end + 2).trimEnd(),
  };
}
