/** Tests what an email consists of when it's sent: its text, its HTML form, and its calendar file. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailboxPage } from '@/server/http/pages/mailbox';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { createLocalMail } from '@/server/ports/mail/local';
import type { Mail } from '@/server/ports/mail/port';
import { createSmtpMail } from '@/server/ports/mail/smtp';
import { admin, book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
let sent: Mail[];
beforeEach(async () => {
  app = await startTestApp();
  sent = [];
  app.deps.mail = { send: async (mail) => void sent.push(mail), close: async () => {} };
});
afterEach(() => app.close());

const newest = async (): Promise<Mail> => {
  await sendOutbox(app);
  const mail = sent.at(-1);
  if (!mail) throw new Error('no email was sent');
  return mail;
};
const field = (mail: Mail, name: string) =>
  new RegExp(`^${name}:(.*)$`, 'm').exec(mail.calendar?.replaceAll('\r\n', '\n') ?? '')?.[1];

test('a delivery stays one event in calendars from the booking to the cancellation', async () => {
  const sam = await customer(app);
  const staff = await admin(app);
  const id = await book(sam);
  const booked = await newest();
  await staff.trpc.admin.confirm.mutate({ id });
  const confirmed = await newest();
  await staff.trpc.admin.cancel.mutate({ id, reason: 'A storm is coming.' });
  const cancelled = await newest();

  const mails = [booked, confirmed, cancelled];
  expect(new Set(mails.map((mail) => field(mail, 'UID')))).toEqual(new Set([`${id}@dockside`]));
  expect(mails.map((mail) => field(mail, 'STATUS'))).toEqual([
    'TENTATIVE',
    'CONFIRMED',
    'CANCELLED',
  ]);
  const [first = 0, second = 0, third = 0] = mails.map((mail) => Number(field(mail, 'SEQUENCE')));
  expect([first < second, second < third]).toEqual([true, true]);
  for (const { text, html } of mails) {
    expect(html).toContain('View');
    expect(html).toContain(/https?:\S+\/d\/\w+/.exec(text)?.[0] ?? 'no link');
  }
});

test('an email that waited while its delivery moved has no calendar file', async () => {
  const id = await book(await customer(app));
  await app.deps.db.client.execute({
    sql: 'update appointments set slot_index = 3 where id = ?',
    args: [id],
  });
  expect(await newest()).toMatchObject({ calendar: null, html: expect.stringContaining('<h1') });
});

test('an unverified address gets no typed text in any form', async () => {
  const contact = { customerEmail: 'sam@lake.example', customerPhone: '(269) 555-0142' };
  const order = { ...ORDER, ...contact, location: 'Marker pier' };
  await book(app.visitor(), order);
  const { text, html, calendar } = await newest();
  expect(`${text}${html}${calendar}`).not.toContain('Marker');
  expect(calendar).toContain('LOCATION:your dock');
});

/** Starts an email server that accepts one email. */
async function mailServer() {
  const received = Promise.withResolvers<string>();
  const server: Server = createServer((socket) => {
    let body: string | null = null;
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    socket.on('data', (data) => {
      if (body !== null) body += data;
      else socket.write(`${data}`.startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n');
      if (`${data}`.startsWith('DATA')) body = '';
      if (body?.endsWith('\r\n.\r\n')) {
        received.resolve(body);
        body = null;
        socket.write('250 taken\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { port, received: received.promise, close: () => server.close() };
}

const WITH_PDF: Mail = {
  ...{ id: 'mail-1', to: 'office@marina.example', subject: 'Invoice 7', text: 'Hello' },
  html: '<p>Hello</p>',
  attachment: { name: 'Invoice 7.pdf', pdf: btoa('%PDF-1.7') },
};

test('an email server gets the PDF of an invoice as a file', async () => {
  const { port, received, close } = await mailServer();
  const mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: 'us@lake.example' });
  await mail.send(WITH_PDF);
  const raw = await received;
  await mail.close();
  close();
  expect(raw).toMatch(/^Content-Type: application\/pdf; name="Invoice 7.pdf"/m);
  expect(raw).toContain(btoa('%PDF-1.7'));
});

test('the local mailbox shows the PDF of an invoice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
  const mailbox = createLocalMail({ folder, from: 'us@lake.example' });
  await mailbox.send(WITH_PDF);
  expect(await mailbox.list()).toMatchObject([{ attachment: WITH_PDF.attachment }]);
  const page = await (await mailboxPage({ mailbox }, 'http://dockside.test')).text();
  expect(page).toContain(
    `<a download="Invoice 7.pdf" href="data:application/pdf;base64,${btoa('%PDF-1.7')}">`,
  );
  await rm(folder, { recursive: true });
});

test('an email server gets two forms, one attachment, and the headers of a program', async () => {
  const { port, received, close } = await mailServer();
  app.deps.mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: 'us@lake.example' });
  await book(await customer(app));
  await sendOutbox(app);
  const raw = await received;
  await app.deps.mail.close();
  close();
  expect(raw).toMatch(/^Auto-Submitted: auto-generated/m);
  expect(raw).toMatch(/^Message-ID: <\S+@lake\.example>/m);
  const types = [...raw.matchAll(/^Content-Type: ([\w/]+)/gm)].map(([, type]) => type);
  expect(types).toEqual([
    'multipart/mixed',
    'multipart/alternative',
    'text/plain',
    'text/html',
    'text/calendar',
  ]);
});
