import { afterAll, beforeAll, expect, test } from 'bun:test';
import { admin, book, customer } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { PROCEDURES } from '../support/fields';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let callers: Visitor[];
beforeAll(async () => {
  app = await startTestApp();
  const sam = await customer(app);
  const staff = await admin(app);
  const id = await book(sam);
  await staff.trpc.admin.confirm.mutate({ id });
  await staff.trpc.admin.schedule.mutate({ id });
  // Money moves, so that there is a month.
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  callers = [staff, sam];
});
afterAll(() => app.close());

const PAGED = PROCEDURES.filter(({ fields }) => fields.some(({ path }) => path.join() === 'page'));

async function ask(name: string, page: number) {
  const input = { page, status: 'completed', id: 'none' };
  const body = encodeURIComponent(JSON.stringify({ json: input }));
  const [staff, sam] = callers;
  const caller = name.startsWith('booking.') ? sam : staff;
  const answer = await caller!.fetch(`/api/trpc/${name}?input=${body}`);
  return { status: answer.status, ...(await answer.json()) };
}

test('a page far past the last one is empty, in every paged list', async () => {
  expect(PAGED.map(({ name }) => name)).toContain('admin.months');
  for (const { name } of PAGED) {
    const { status, result } = await ask(name, 100_000);
    expect([name, status]).toEqual([name, 200]);
    const shown = Object.values(result.data.json).find(Array.isArray);
    expect([name, shown]).toEqual([name, []]);
  }
});

test('a page number past that is refused with a message', async () => {
  for (const { name } of PAGED) {
    for (const page of [0, -1, 1.5, 100_001, 2 ** 53, 1e308]) {
      const { status, error } = await ask(name, page);
      expect([name, status, error.json.message]).toEqual([
        name,
        400,
        'Please enter a page number of 1 or higher.',
      ]);
    }
  }
});
