import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailPort } from './port';

/** Mail for a machine without a mail server: each message is a text file in a folder. */
export function createLocalMail(options: { folder: string; from: string }): MailPort {
  return {
    async send(mail) {
      await mkdir(options.folder, { recursive: true });
      const path = join(options.folder, `${Bun.randomUUIDv7()}.txt`);
      const lines = [`From: ${options.from}`, `To: ${mail.to}`, `Subject: ${mail.subject}`, ''];
      await Bun.write(`${path}.part`, [...lines, mail.text, ''].join('\n'));
      await rename(`${path}.part`, path);
    },
    async close() {},
  };
}
