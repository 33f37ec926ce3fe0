/** Tests that a file of customers is imported whole or not at all. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { compileQueries, type Query } from '@/db/engine/queries';
import { MAX_IMPORTED } from '@/domain/account/customer-file.schema';
import { admin, customer, office } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
beforeEach(async () => {
  app = await startTestApp();
  staff = await admin(app);
});
afterEach(() => app.close());

const FILE =
  'name,email,phone,boat,dock,slip,gate code,tags,note\n' +
  'Ann Pike,ann@lake.example,269-555-0142,Gull,Maple Marina,12,G7-4711,VIP;marina,Has a dog\n' +
  'Bo Lund,,269-555-0143,,,,,,\n';

const preview = (text: string) => staff.trpc.admin.previewCustomers.mutate({ text });
const send = (text: string) => staff.trpc.admin.importCustomers.mutate({ text });
const count = async (table: string) =>
  Number((await app.deps.db.client.execute(`select count(*) as n from ${table}`)).rows[0]?.n);
const isAdding = (queries: readonly Query[]) =>
  compileQueries(queries).statements.some(({ text }) => text.startsWith('insert into "users"'));
const listed = async (search?: string) =>
  (await staff.trpc.admin.customers.query({ search })).customers;

describe('the import of customers', () => {
  test('previews without writing, and then adds everything of each line', async () => {
    const before = await count('users');
    expect(await preview(FILE)).toEqual({
      added: ['Ann Pike', 'Bo Lund'],
      unchanged: 0,
      errors: [],
      moreErrors: 0,
    });
    expect(await count('users')).toBe(before);
    await send(FILE);
    const [ann] = await listed('ann');
    expect(ann).toMatchObject({ fullName: 'Ann Pike', tags: ['marina', 'VIP'], status: 'New' });
    const page = await staff.trpc.admin.customer.query({ id: ann?.id ?? '' });
    expect(page.boats).toMatchObject([{ name: 'Gull', isDefault: true }]);
    expect(page.docks).toMatchObject([{ label: 'Maple Marina', slip: '12', gateCode: 'G7-4711' }]);
    expect(page.notes).toMatchObject([{ text: 'Has a dog', authorName: 'Alex Harbor' }]);
    expect(await listed('555-0143')).toMatchObject([{ fullName: 'Bo Lund', email: null }]);
    // Nobody gets a message, and each customer has an audit entry.
    expect(await count('outbox')).toBe(0);
    expect(await count("audit_log where action = 'account.made'")).toBe(2);
  });

  test('again adds nobody twice, however the address or number is spelled', async () => {
    await send(FILE);
    await customer(app, { username: 'kim', email: 'kim@lake.example' });
    const again = await send(
      'name,email,phone\nAnn,ANN@lake.example,\nBo,,(269) 555-0143\nKim,kim@lake.example,\nDi,,269-555-0144\n',
    );
    expect(again).toMatchObject({ added: ['Di'], unchanged: 3 });
    expect(await listed('ann')).toHaveLength(1);
  });

  test('recognizes the phone number of every customer, also of one with an email address', async () => {
    await send('name,phone\nBo Lund,269-555-0143\n');
    const [bo] = await listed('lund');
    await staff.trpc.admin.editCustomer.mutate({ id: bo?.id ?? '', email: 'bo@lake.example' });
    await customer(app, { fullName: 'Sam Waters', phone: '(269) 555-0117' });
    const text = 'name,phone\nBo Lund,269-555-0143\nSam Waters,+1 269 555 0117\n';
    const none = { added: [], unchanged: 2 };
    expect(await preview(text)).toMatchObject(none);
    expect(await send(text)).toMatchObject(none);
    expect(await listed('lund')).toHaveLength(1);
  });

  test('recognizes a phone number with its name on a line with another address', async () => {
    await send('name,email,phone\nAnn Pike,ann@lake.example,269-555-0142\n');
    const text =
      'name,email,phone\nANN  PIKE,old@lake.example,(269) 555-0142\nCarl Pike,carl@lake.example,269-555-0142\n';
    expect(await send(text)).toMatchObject({ added: ['Carl Pike'], unchanged: 1 });
    // A number that isn't anyone's anymore adds its customer.
    const [ann] = await listed('ann');
    await staff.trpc.admin.editCustomer.mutate({ id: ann?.id ?? '', phone: '269-555-0190' });
    const moved = 'name,phone\nAnn Pike,269-555-0190\nDi Moss,269-555-0191\n';
    expect(await send(moved)).toMatchObject({ added: ['Di Moss'], unchanged: 1 });
  });

  test('sent several times at once adds each customer once, with everything', async () => {
    const text = `${FILE}Cy Hill,,269-555-0144,Heron,Oak Marina,3,,VIP,Calls first\n`;
    const phones = text.replace('ann@lake.example', '');
    const answers = await Promise.all([send(phones), send(phones), send(phones)]);
    expect(answers.map(({ added, unchanged }) => [added.length, unchanged]).sort()).toEqual([
      [0, 3],
      [0, 3],
      [3, 0],
    ]);
    expect(await count("users where phone like '%555-014%'")).toBe(3);
    expect([await count('boats'), await count('docks'), await count('customer_notes')]).toEqual([
      2, 2, 2,
    ]);
    expect(await count('customer_tags')).toBe(3);
    expect(await count("audit_log where action = 'account.made'")).toBe(3);
  });

  test('adds nobody whose number was entered while the file was read', async () => {
    const { db } = app.deps;
    await customer(app, { username: 'kim', fullName: 'Kim Bay' });
    const [kim] = await listed('kim');
    const batch = db.batch;
    let edits = 0;
    db.batch = async (statements, ...rest) => {
      if (edits === 0 && isAdding(statements(db.orm))) {
        edits += 1;
        await staff.trpc.admin.editCustomer.mutate({ id: kim?.id ?? '', phone: '269-555-0143' });
      }
      return batch(statements, ...rest);
    };
    expect(await send('name,phone\nBo Lund,269-555-0143\n')).toMatchObject({
      added: [],
      unchanged: 1,
    });
    expect(edits).toBe(1);
    db.batch = batch;
  });

  test('with an error in any line imports nothing, and the error names the line', async () => {
    const before = [await count('users'), await count('boats'), await count('audit_log')];
    const wrong = `${FILE}Cy,not an address,,,,,,,\n,,,Gull,,,,,\n`;
    const { added, errors } = await preview(wrong);
    expect({ added, lines: errors.map(({ line }) => line) }).toEqual({ added: [], lines: [4, 5] });
    expect(await refusal(send(wrong))).toMatchObject({
      status: 400,
      field: 'text',
      message: expect.stringContaining('Line 4: Email:'),
    });
    expect([await count('users'), await count('boats'), await count('audit_log')]).toEqual(before);
  });

  test('refuses files that are too long', async () => {
    const lines = (many: number) =>
      `name,phone\n${Array.from({ length: many }, (_, n) => `A,269-555-${String(n).padStart(4, '0')}`).join('\n')}`;
    expect((await refusal(send(lines(MAX_IMPORTED + 1)))).message).toContain('up to 500 customers');
    expect((await refusal(preview('x'.repeat(200_001)))).message).toContain('Split it');
    const most = await send(lines(MAX_IMPORTED));
    expect(most.added).toHaveLength(MAX_IMPORTED);
  });

  test('lets its customers choose a password by email, and staff correct an address', async () => {
    await send(FILE);
    const [ann] = await listed('ann');
    const id = ann?.id ?? '';
    await staff.trpc.admin.editCustomer.mutate({ id, email: 'ann.pike@lake.example' });
    const link = async () => {
      const { rows } = await app.deps.db.client.execute(
        "select body from outbox where recipient = 'ann.pike@lake.example' order by created_at desc",
      );
      return /token=([\w-]+)/.exec(String(rows[0]?.body))?.[1] ?? '';
    };
    await app.visitor().trpc.auth.resetPassword.mutate({
      token: await link(),
      newPassword: 'six-characters',
    });
    const visitor = app.visitor();
    const signIn = { username: 'ann.pike@lake.example', password: 'six-characters' };
    await visitor.trpc.auth.login.mutate(signIn);
    expect(await visitor.trpc.account.boats.query()).toMatchObject([{ name: 'Gull' }]);
  });

  test('is for owners only', async () => {
    const { visitor } = await office(app, 'dispatcher');
    for (const call of [
      visitor.trpc.admin.previewCustomers.mutate({ text: FILE }),
      visitor.trpc.admin.importCustomers.mutate({ text: FILE }),
    ]) {
      expect((await refusal(call)).status).toBe(403);
    }
  });
});
