/** Tests that what staff wrote about a guest is removed together with the guest. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { forgetOldData } from '@/server/modules/own-data/retention.usecases';
import { admin, book } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
beforeEach(async () => {
  app = await startTestApp({ capacity: 20 });
  staff = await admin(app);
});
afterEach(() => app.close());

const GUEST = {
  customerName: 'Gail Quillfeather',
  customerEmail: 'quillfeather@bay.example',
  customerPhone: '(269) 555-0142',
};
const EDITED = { fullName: 'Gail Quillfeather-Lee', phone: '(269) 555-0177' };
const guests = async () =>
  (await staff.trpc.admin.customers.query({})).customers.filter(({ isGuest }) => isGuest);

/** Edits the only guest, and adds a note and a tag. */
async function writeAboutGuest() {
  const [guest] = await guests();
  if (!guest) throw new Error('nobody is listed');
  await staff.trpc.admin.editCustomer.mutate({ id: guest.id, ...EDITED });
  await staff.trpc.admin.addCustomerNote.mutate({ id: guest.id, text: 'Quillfeather is loud' });
  await staff.trpc.admin.addCustomerTag.mutate({ id: guest.id, tag: 'Quillfeather' });
  await staff.trpc.admin.removeCustomerTag.mutate({ id: guest.id, tag: 'Quillfeather' });
  for (const file of ['customers', 'activity']) {
    await staff
      .fetch(`/api/admin/export/${file}.csv?search=Quillfeather`)
      .then((sent) => sent.text());
  }
  return guest.id;
}

/** Returns the tables with a row that has one of the guest's details. */
async function tablesWithGuest(): Promise<string[]> {
  const { rows: tables } = await app.deps.db.client.execute(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await app.deps.db.client.execute(`select * from "${name}"`);
    const text = rows.map((row) => JSON.stringify(row)).join('\n');
    if (/quillfeather|555-0177|5550177/i.test(text)) found.push(String(name));
  }
  return found;
}

/** Makes the deliveries old enough to be forgotten, and removes their details. */
async function forget() {
  await sendOutbox(app);
  app.clock.advance(2_600 * 86_400_000);
  await forgetOldData(app);
  staff = await admin(app);
  await guests();
}

test('a forgotten guest leaves nothing in the audit log', async () => {
  const browser = app.visitor();
  const id = await book(browser, GUEST);
  await writeAboutGuest();
  await browser.trpc.booking.cancel.mutate({ id });
  expect(await tablesWithGuest()).toContain('audit_details');
  await forget();
  expect(await guests()).toEqual([]);
  expect(await tablesWithGuest()).toEqual([]);
});

test('an account that claimed a guest’s deliveries removes the guest’s details with its own', async () => {
  const browser = app.visitor();
  const id = await book(browser, GUEST);
  const guest = await writeAboutGuest();
  await browser.trpc.auth.register.mutate({
    username: 'gail',
    password: 'six-characters',
    email: GUEST.customerEmail,
    fullName: GUEST.customerName,
    phone: EDITED.phone,
    homeAddress: '58112 Lakeshore Drive',
    preferredFuelType: 'Regular',
  });
  expect(await guests()).toEqual([]);
  // The account still has the history of its guest.
  const { id: account } = await browser.trpc.auth.requireMe.query();
  const filter = { person: account };
  const { entries } = await staff.trpc.admin.activity.query({ filter });
  expect(entries.map(({ action }) => action)).toContain('customer.edited');
  const edited = entries.find(({ action }) => action === 'customer.edited');
  expect(edited).toMatchObject({ isErased: false, after: { customerId: guest, ...EDITED } });
  await browser.trpc.booking.cancel.mutate({ id });
  await sendOutbox(app);
  await browser.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
  expect(await tablesWithGuest()).toEqual([]);
});
