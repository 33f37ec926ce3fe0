import { expect, test } from 'bun:test';
import { NOBODY } from '@/domain/account/page-person';

let pages = 0;

/** A page that was just opened. */
async function open(shown?: string): Promise<typeof import('@/client/lib/page-person')> {
  pages += 1;
  const page = await import(`../src/client/lib/page-person?page=${pages}`);
  if (shown !== undefined) page.noteAnswer(shown);
  return page;
}

test('a page takes its person from the first answer, and then from its own sign-ins and sign-outs', async () => {
  const page = await open();
  expect(page.pageOf()).toBeUndefined();
  expect(page.noteAnswer(NOBODY)).toBe(true);
  page.noteOwnSession('anna');
  expect(page.pageOf()).toBe('anna');
  // A call from before the sign-in is refused after the sign-in.
  page.noteRefusal('anna');
  page.noteOwnSession(NOBODY);
  page.noteOwnSession('bert');
  expect(page.noteAnswer('bert')).toBe(true);
  expect([page.pageOf(), page.isPageOver()]).toEqual(['bert', false]);
});

test('a page ends once someone else is signed in, and keeps its own person', async () => {
  const byAnswer = await open('anna');
  expect(byAnswer.noteAnswer('bert')).toBe(false);
  const byRefusal = await open('anna');
  byRefusal.noteRefusal('bert');
  const ofVisitor = await open(NOBODY);
  ofVisitor.noteRefusal('bert');
  for (const page of [byAnswer, byRefusal, ofVisitor]) expect(page.isPageOver()).toBe(true);
  byAnswer.noteOwnSession('bert');
  expect(byAnswer.pageOf()).toBe('anna');
  expect(ofVisitor.pageOf()).toBe(NOBODY);
});

test('an answer from before the page’s own sign-in or sign-out is ignored', async () => {
  const signedOut = await open('anna');
  signedOut.noteOwnSession(NOBODY);
  expect(signedOut.noteAnswer('anna', 'anna')).toBe(false);
  const signedIn = await open(NOBODY);
  signedIn.noteOwnSession('anna');
  expect(signedIn.noteAnswer(NOBODY, NOBODY)).toBe(false);
  const firstCall = await open();
  firstCall.noteOwnSession('anna');
  expect(firstCall.noteAnswer(NOBODY, null)).toBe(false);
  for (const page of [signedOut, signedIn, firstCall]) expect(page.isPageOver()).toBe(false);
  expect([signedOut.pageOf(), signedIn.pageOf(), firstCall.pageOf()]).toEqual([
    NOBODY,
    'anna',
    'anna',
  ]);
});

test('an expired session leaves a visitor’s page', async () => {
  const page = await open('anna');
  let asked = 0;
  page.whenUnsure(() => {
    asked += 1;
  });
  page.noteRefusal(NOBODY);
  expect(asked).toBe(1);
  expect(page.noteAnswer(NOBODY)).toBe(true);
  expect([page.pageOf(), page.isPageOver()]).toEqual([NOBODY, false]);
});

test('a page with work in it waits for its person, and nobody else', async () => {
  for (const [next, isOver] of [
    ['anna', false],
    ['bert', true],
  ] as const) {
    const page = await open('anna');
    const stop = page.waitForPerson();
    expect(page.noteAnswer(NOBODY)).toBe(false);
    expect([page.pageOf(), page.isPageOver()]).toEqual(['anna', false]);
    page.noteOwnSession(next);
    expect([page.pageOf(), page.isPageOver()]).toEqual(['anna', isOver]);
    stop();
  }
  const left = await open('anna');
  const leave = left.waitForPerson();
  left.noteAnswer(NOBODY);
  leave();
  expect(left.noteAnswer(NOBODY)).toBe(true);
  expect(left.pageOf()).toBe(NOBODY);
});
