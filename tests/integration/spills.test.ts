/**
 * Tests a spill report, which has the details that the law requires and reaches staff immediately.
 */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { admin, driver, picture, SPILL } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let dana: Visitor;
beforeEach(async () => {
  app = await startTestApp();
  staff = await admin(app);
  ({ visitor: dana } = await driver(app));
});
afterEach(() => app.close());

const pressedAt = '2026-06-13T13:55:00.000Z';
const id = SPILL.actionKey;

test("a spill is in the queue, among the reports, and emailed once, however often it's sent", async () => {
  for (let i = 0; i < 3; i += 1) {
    await dana.trpc.driver.reportSpill.mutate({ ...SPILL, pressedAt, hotlineCalled: true });
  }
  const { open } = await staff.trpc.admin.reviewQueue.query();
  expect(open).toMatchObject([{ kind: 'spill', report: { id } }]);
  expect(open[0]?.reason).toBe(
    'Spill at Maple Island Marina: up to 1 gallon of Regular. Cause: hose or nozzle. Weather: windy.',
  );
  const { reports } = await staff.trpc.admin.driverReports.query({ open: true });
  expect(reports).toMatchObject([{ id, isSpill: true, reason: null }]);
  await sendOutbox(app);
  expect(app.mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('reported a spill'),
  ]);
});

test('a spill report has when, where, how much, what, weather, cause, photo, and who was called', async () => {
  await dana.trpc.driver.reportSpill.mutate({ ...SPILL, pressedAt, hotlineCalled: true });
  await dana.trpc.driver.reportIssuePhoto.mutate({ id, photo: await picture() });
  const calls = ['Harbor master', 'Fire department'];
  await Promise.all(calls.map((called) => staff.trpc.admin.noteSpillCall.mutate({ id, called })));
  const report = await staff.trpc.admin.spillReport.query({ id });
  const { place, position, substance, amount, cause, weather } = SPILL;
  expect(report).toMatchObject({
    ...{ deviceAt: pressedAt, createdAt: app.clock.now(), photoId: expect.any(String) },
    spill: { place, position, substance, amount, cause, weather },
  });
  const [first, ...others] = report.spill.calls;
  expect(first).toMatchObject({ called: 'National Response Center', at: app.clock.now() });
  expect(others.map(({ called }) => called).toSorted()).toEqual(calls.toSorted());
});

test("a call about a spill that's sent again after a lost answer is noted once", async () => {
  await dana.trpc.driver.reportSpill.mutate(SPILL);
  const note = (called: string, requestId: string) =>
    staff.trpc.admin.noteSpillCall.mutate({ id, called, requestId });
  await Promise.all([note('Harbor master', 'one-press'), note('Harbor master', 'one-press')]);
  await note('Harbor master', 'one-press');
  // The Coast Guard was called a second time. If staff type a call again after a lost answer, it
  // counts as another call.
  await note('Harbor master', 'other-press');
  await note('Fire department', 'one-press');
  const { spill } = await staff.trpc.admin.spillReport.query({ id });
  const noted = ['Harbor master', 'Harbor master', 'Fire department'];
  expect(spill.calls.map(({ called }) => called)).toEqual(noted);
});

test("a spill's key is for one report, and only staff can read it", async () => {
  await dana.trpc.driver.reportSpill.mutate(SPILL);
  const other = dana.trpc.driver.reportSpill.mutate({ ...SPILL, amount: 'more' });
  expect((await refusal(other)).status).toBe(409);
  await dana.trpc.driver.reportIssue.mutate({ actionKey: 'an-issue-of-the-test', text: 'Pump' });
  const issue = staff.trpc.admin.spillReport.query({ id: 'an-issue-of-the-test' });
  expect((await refusal(issue)).status).toBe(404);
  expect((await refusal(dana.trpc.admin.spillReport.query({ id }))).status).toBe(403);
});

test('a spill is closed when staff resolve its report', async () => {
  await dana.trpc.driver.reportSpill.mutate(SPILL);
  const { open } = await staff.trpc.admin.reviewQueue.query();
  const item = staff.trpc.admin.resolveReviewItem.mutate({ id: open[0]?.id ?? '' });
  expect((await refusal(item)).status).toBe(409);
  await staff.trpc.admin.resolveDriverReport.mutate({ id });
  expect((await staff.trpc.admin.reviewQueue.query()).openCount).toBe(0);
});
