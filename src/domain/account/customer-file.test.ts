import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { csvLine } from '../csv';
import { readCustomerFile } from './customer-file';
import {
  CUSTOMER_FILE_TOO_LONG,
  customerFileSchema,
  MAX_CUSTOMER_FILE,
  MAX_IMPORTED,
} from './customer-file.schema';

const errorsOf = (text: string) => readCustomerFile(text).errors;
const customersOf = (text: string) => readCustomerFile(text).read.map(({ customer }) => customer);

test('reads the columns in any order, by several headings', () => {
  const text =
    'Phone number;Customer;E-Mail;Marina;Slip;Gate code;Tags;Notes;Boat;ZIP\n' +
    '269-555-0142;Ann Pike;ann@lake.example;Maple Marina;12;4711;VIP; vip; Gull\n' +
    ';Bo Lund;bo@lake.example;;;;;;;\n';
  expect(errorsOf(text)).toEqual([]);
  const [ann, bo] = customersOf(text);
  expect(ann).toMatchObject({
    fullName: 'Ann Pike',
    email: 'ann@lake.example',
    dock: 'Maple Marina',
    slip: '12',
    gateCode: '4711',
  });
  expect(bo).toMatchObject({ fullName: 'Bo Lund', phone: null, dock: null, tags: [], note: null });
});

test('splits tags at semicolons, and keeps each once', () => {
  expect(customersOf('name,email,tags\nAnn,ann@lake.example,"VIP; marina;vip"')).toMatchObject([
    { tags: ['vip', 'marina'] },
  ]);
});

test('explains the error in each line', () => {
  const text =
    'name,email,phone,slip\n' +
    ',ann@lake.example,,\n' +
    'Bo,,,\n' +
    'Cy,cy at lake,,\n' +
    'Di,,12345,\n' +
    'Ed,ed@lake.example,,14\n' +
    'Fay,FAY@lake.example,,\n' +
    'Gus,fay@lake.example,,\n' +
    'Hal,,269-555-0142,\n' +
    'Ida,,(269) 555-0142,\n';
  expect(errorsOf(text).map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 8, 10]);
  const [name, contact, , , dock, email, phone] = errorsOf(text).map(({ message }) => message);
  expect([name, contact, dock]).toEqual([
    'Name: Enter a name.',
    'Email: Enter an email address or a phone number.',
    'Dock: Enter a dock for the slip or gate code.',
  ]);
  expect(email).toBe('The same email address is on line 7.');
  expect(phone).toBe('The same phone number is on line 9.');
});

test('refuses one person on two lines, but a family may share a phone number', () => {
  const lines = [
    'Ann Pike,ann@lake.example,269-555-0142',
    'Carl Pike,carl@lake.example,269-555-0142',
    'Dee Pike,,269-555-0142',
  ];
  expect(errorsOf(['name,email,phone', ...lines].join('\n'))).toEqual([]);
  expect(errorsOf(['name,email,phone', ...lines, 'ann  pike,,(269) 555-0142'].join('\n'))).toEqual([
    { line: 5, message: 'The same phone number is on line 4.' },
  ]);
  const twice = ['Ann Pike,,(269) 555-0142', ...lines.slice(0, 1)];
  expect(errorsOf(['name,email,phone', ...twice].join('\n'))).toEqual([
    { line: 3, message: 'The same name and phone number are on line 2.' },
  ]);
});

test('refuses files without headings, without customers, or with too many', () => {
  expect(errorsOf('')[0]?.message).toBe('This file is empty.');
  expect(errorsOf('ann,ann@lake.example')[0]?.message).toContain('must have the column names');
  expect(errorsOf('name,email')[0]?.message).toBe('There are no customers below the headings.');
  expect(errorsOf('name,customer\nA,B')[0]?.message).toContain('Two columns have the heading');
  expect(errorsOf('name,email\n"Ann,ann@lake.example')[0]?.message).toContain('quotation mark');
  const lines = (count: number) =>
    `name,email\n${Array.from({ length: count }, (_, n) => `A,a${n}@lake.example`).join('\n')}`;
  expect(errorsOf(lines(MAX_IMPORTED))).toEqual([]);
  expect(errorsOf(lines(100_000))).toEqual([{ line: 1, message: CUSTOMER_FILE_TOO_LONG }]);
  const long = customerFileSchema.safeParse({ text: 'x'.repeat(MAX_CUSTOMER_FILE + 1) });
  expect(long.error?.issues[0]?.message).toBe(CUSTOMER_FILE_TOO_LONG);
});

test('never fails, and reads each line as a customer or an error', () => {
  const cell = fc.string({ maxLength: 40 });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell, cell), { maxLength: 20 }), (rows) => {
      const text = csvLine(['name', 'email', 'phone', 'tags']) + rows.map(csvLine).join('');
      const { read, errors } = readCustomerFile(text);
      expect(read.length + errors.length).toBeLessThanOrEqual(Math.max(1, rows.length));
      for (const { customer } of read) expect(customer.email ?? customer.phone).not.toBeNull();
    }),
  );
});
