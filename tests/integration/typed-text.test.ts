/** Typed text is stored without invisible characters, and otherwise as typed. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  admin,
  BOOKED_FOR,
  book,
  customer,
  driver,
  ORDER,
  SPILL,
  WALK_UP,
} from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  staff = await admin(app);
});
afterAll(() => app.close());

/** Text as copied from a chat or a web page, with marks of direction and width. */
const pasted = (text: string) => {
  const middle = Math.floor(text.length / 2);
  return `\uFEFF\u202A${text.slice(0, middle)}\u200B\u2060\u00AD${text.slice(middle)}\u202C\u200E\u0007`;
};
/** Pasted text with a line break, which a one-line field doesn't keep. */
const ofTwoLines = (text: string) => pasted(text.replace(' ', '\u2028'));

const UNSEEN = /[\u00AD\u200B\u200E\u202A\u202C\u2028\u2060\uFEFF]|(?![\t\n])\p{Cc}|\\u0007/u;

/** Every text in the database that has an invisible character. */
async function unseenTexts(): Promise<string[]> {
  const { client } = app.deps.db;
  const tables = await client.execute(
    "select name from sqlite_master where type = 'table' and name not like '%\\_search\\_%' escape '\\'",
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await client.execute(`select * from "${name}"`);
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'string' && UNSEEN.test(value))
          found.push(`${name}.${column} ${value}`);
      }
    }
  }
  return found;
}

test('no form stores invisible characters', async () => {
  const sam = await customer(app, {
    fullName: ofTwoLines('Sam Waters'),
    phone: pasted('(269) 555-0117'),
    homeAddress: ofTwoLines('58112 Lakeshore Drive'),
  });
  await sam.trpc.account.addBoat.mutate({
    name: ofTwoLines('Sea Breeze'),
    type: pasted('Bowrider'),
    fillerPlace: ofTwoLines('behind the seat'),
  });
  await sam.trpc.account.addDock.mutate({
    label: ofTwoLines('Maple Island Marina'),
    slip: pasted('B 7'),
    gateCode: pasted('4711#'),
    note: pasted('Ring twice'),
  });
  await book(sam, { location: ofTwoLines('Maple Island Marina'), slipNumber: pasted('Slip 12') });
  await book(app.visitor(), {
    ...{ time: '12:00 PM - 2:00 PM', customerPhone: pasted('+44 20 7946 0958') },
    customerName: ofTwoLines('Pat Tideway'),
    promoCode: pasted('HARBOR'),
  });
  await staff.trpc.admin.bookForCustomer.mutate({
    ...{ ...BOOKED_FOR, customerName: ofTwoLines('Kim Caller') },
    customerPhone: pasted('269 555 0177 x12'),
    overCapacityReason: pasted('A regular customer'),
  });
  const { visitor, driverId } = await driver(app);
  await staff.trpc.admin.editDriver.mutate({
    id: driverId,
    ...{ name: ofTwoLines('Dana North'), phone: pasted('269.555.0142') },
    vehicleInfo: ofTwoLines('Blue van'),
  });
  await visitor.trpc.driver.walkUp.mutate({
    ...{ ...WALK_UP, customerPhone: pasted('2695550199'), boatName: pasted('Gull') },
    pressedAt: undefined,
  });
  await visitor.trpc.driver.reportIssue.mutate({
    actionKey: 'report-of-the-test',
    text: pasted('The gate is closed'),
  });
  await visitor.trpc.driver.reportSpill.mutate({ ...SPILL, place: ofTwoLines('Maple Island') });
  const { customers } = await staff.trpc.admin.customers.query({ search: 'sam' });
  const id = customers[0]?.id ?? '';
  await staff.trpc.admin.addCustomerNote.mutate({ id, text: pasted('Pays in cash') });
  await staff.trpc.admin.addPromoCode.mutate({ code: pasted('DOCKS'), note: pasted('For tests') });
  await staff.trpc.admin.saveSupport.mutate({
    phone: pasted('(269) 555-0100'),
    ...{ businessHours: ofTwoLines('Mon-Fri: 8AM-6PM'), serviceArea: pasted('The lake') },
    emergencyInfo: pasted('Call 911'),
    faqItems: [{ question: pasted('How far?'), answer: pasted('Fifteen miles') }],
  });
  expect(await unseenTexts()).toEqual([]);
  expect(customers[0]).toMatchObject({ fullName: 'Sam Waters', phone: '(269) 555-0117' });
});

test('a note keeps its lines, and an address has one', async () => {
  const sam = await customer(app);
  const docks = await sam.trpc.account.addDock.mutate({
    label: 'Pier 4\r\n Dowagiac',
    note: 'Ring twice\r\nThen call',
  });
  expect(docks[0]).toMatchObject({ label: 'Pier 4 Dowagiac', note: 'Ring twice\nThen call' });
});

test('a joiner stays if it changes the word or the picture', async () => {
  const sam = await customer(app);
  const names = ['نمی\u200Cدانم', '\u{1F469}\u200D\u{1F680} One', 'Sea\u200DBreeze\u200C'];
  for (const name of names) await sam.trpc.account.addBoat.mutate({ name });
  const boats = await sam.trpc.account.boats.query();
  expect(boats.map(({ name }) => name)).toEqual([
    'نمی\u200Cدانم',
    '\u{1F469}\u200D\u{1F680} One',
    'SeaBreeze',
  ]);
});

test.each([
  ['tel:+1-269-555-0177', '+1-269-555-0177'],
  ['tel:+12695550177;ext=12', '+12695550177 ext. 12'],
  ['(269)\u00A0555\u20110177', '(269) 555-0177'],
  ['269–555–0177', '269-555-0177'],
  ['２６９ ５５５ ０１７７', '269 555 0177'],
  ['٢٦٩٥٥٥٠١٧٧', '2695550177'],
  ['+44 (0)20 7946 0958', '+44 (0)20 7946 0958'],
  ['(269) 555-0177 or 555-0178', '(269) 555-0177 or 555-0178'],
])('the phone number %p is stored as %p', async (typed, kept) => {
  const sam = await customer(app, { phone: typed });
  expect((await sam.trpc.auth.requireMe.query()).phone).toBe(kept);
  const { appointment } = await app.visitor().trpc.booking.create.mutate({
    ...{ ...ORDER, date: TODAY, time: '2:00 PM - 4:00 PM', customerPhone: typed },
  });
  await staff.trpc.admin.cancel.mutate({ id: appointment.id });
  const { rows } = await app.deps.db.client.execute({
    sql: 'select customer_phone as phone from appointments where id = ?',
    args: [appointment.id],
  });
  expect(rows[0]?.phone).toBe(kept);
});
