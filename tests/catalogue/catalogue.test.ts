/** The checks of the catalogues are themselves checked, on texts of the customer's home page. */
import { expect, test } from 'bun:test';
import { type CatalogueText, problemsOf, quotedTexts } from './catalogue';

const seen: CatalogueText = {
  text: 'Appointment booking was cancelled. Please try again to complete your reservation.',
  from: 'src/client/features/booking/use-book.ts',
  seenBy: {
    file: 'tests/e2e/customer.e2e.ts',
    test: 'Cancel frees the window at once and keeps what was typed',
  },
};

test('a text that is said and looked for is in order', () => {
  expect(problemsOf(seen)).toEqual([]);
});

test('a step that a test takes looks for what it looks for', () => {
  const text = 'Account Created';
  const from = 'src/client/features/account/registration-form.tsx';
  expect(problemsOf({ ...seen, text, from })).toEqual([]);
});

test('a text that its file no longer says is told, and so is one that no test looks for', () => {
  const text = 'Nobody says this';
  const { from, seenBy } = seen;
  expect(problemsOf({ ...seen, text })).toEqual([
    `${from} does not say: ${text}`,
    `${seenBy.file} > ${seenBy.test} does not look for: ${text}`,
  ]);
});

test('a test that is not there sees nothing', () => {
  const gone = { ...seen.seenBy, test: 'a test that was renamed' };
  expect(problemsOf({ ...seen, seenBy: gone })).toEqual([
    `${gone.file} > ${gone.test} is no test that would see: ${seen.text}`,
  ]);
});

test('texts are quoted in section 8 alone; an apostrophe ends none of them', () => {
  const specification =
    "## 7. Before\n'no'\n## 8. Errors\n- 'Don't do it', or 'Stop.'\n## 9. After\n'no'";
  expect(quotedTexts(specification)).toEqual(["Don't do it", 'Stop.']);
});
