/** The checks of the catalogues are themselves checked, on texts of the customer's home page. */
import { expect, test } from 'bun:test';
import { type CatalogueText, problemsOf, quotedTexts } from './catalogue';

const seen: CatalogueText = {
  text: 'Appointment booking was cancelled. Please try again to complete your reservation.',
  from: 'src/client/appointment/confirmed-toast.ts',
  seenBy: {
    file: 'tests/e2e/customer.e2e.ts',
    test: 'Cancel frees the time slot at once and keeps the typed text',
  },
};

test('a text that the product says and a test sees is no problem', () => {
  expect(problemsOf(seen)).toEqual([]);
});

test('a test also sees the texts of its steps', () => {
  const text = 'Account Created';
  const from = 'src/client/features/customer/account/registration-form.tsx';
  expect(problemsOf({ ...seen, text, from })).toEqual([]);
});

test('a text that its file does not say, or that no test sees, is a problem', () => {
  const text = 'Nobody says this';
  const { from, seenBy } = seen;
  expect(problemsOf({ ...seen, text })).toEqual([
    `${from} does not say: ${text}`,
    `${seenBy.file} > ${seenBy.test} does not look for: ${text}`,
  ]);
});

test('a missing test sees nothing', () => {
  const gone = { ...seen.seenBy, test: 'a test that was renamed' };
  expect(problemsOf({ ...seen, seenBy: gone })).toEqual([
    `${gone.file} > ${gone.test} is no test that would see: ${seen.text}`,
  ]);
});

test('texts are quoted only in section 8, and an apostrophe does not end one', () => {
  const specification =
    "## 7. Before\n'no'\n## 8. Errors\n- 'Don't do it', or 'Stop.'\n## 9. After\n'no'";
  expect(quotedTexts(specification)).toEqual(["Don't do it", 'Stop.']);
});
