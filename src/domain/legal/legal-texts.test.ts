import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  agreement,
  agreementText,
  defaultLegalText,
  LEGAL_KINDS,
  legalBlocks,
  MAX_LEGAL_TEXT,
  newLegalTextSchema,
  standardIdsIn,
} from './legal-texts';

const company = {
  name: 'Sister Lakes Fuel LLC',
  address: '1 Dock Road, Dowagiac, MI 49047',
  phone: '(269) 555-0100',
  email: 'help@sisterlakes.example',
  cancellation: '',
};

test('the default texts name the operator, its address, and how to reach it', () => {
  for (const kind of LEGAL_KINDS) {
    const text = defaultLegalText(kind, company);
    for (const fact of Object.values(company)) expect(text).toContain(fact);
    expect(text.length).toBeLessThan(MAX_LEGAL_TEXT);
    expect(defaultLegalText(kind, { ...company, address: '' })).toContain(`${company.name} `);
  }
});

test('the default terms end their rules of cancellation with the owner’s own policy', () => {
  const cancellation = 'Please cancel by 6 PM the day before.';
  const own = defaultLegalText('terms', { ...company, cancellation });
  expect(own).toContain(`a delivery we don’t make.\n${cancellation}\n\n# At the dock`);
  expect(own.replace(`\n${cancellation}`, '')).toBe(defaultLegalText('terms', company));
});

test('the agreement names the texts, with their versions once they’re stored', () => {
  expect(agreement((_, name) => name).join('')).toBe('You agree to our terms and privacy notice.');
  expect(agreementText({ terms: 3, privacy: 0 })).toBe(
    'You agree to our terms (version 3) and privacy notice (standard version).',
  );
  const text = agreementText({ terms: 'a1b2c3d4', privacy: 2 });
  expect(text).toContain('terms (standard version a1b2c3d4) and privacy notice (version 2)');
  expect(standardIdsIn([text, 'You can cancel.'])).toEqual(['a1b2c3d4']);
});

describe('a text is split into headings and paragraphs', () => {
  test('at blank lines and at lines that start with #', () => {
    expect(legalBlocks('# One\nfirst\nsecond\n\nthird\n## Two\n')).toEqual([
      { kind: 'heading', text: 'One' },
      { kind: 'paragraph', text: 'first\nsecond' },
      { kind: 'paragraph', text: 'third' },
      { kind: 'heading', text: 'Two' },
    ]);
  });

  test('no word is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', ' ', 'b', '\n\n', '-')), (parts) => {
        const text = parts.join('');
        const shown = legalBlocks(text).map((block) => block.text);
        expect(shown.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});

test('a text is bounded', () => {
  const save = (text: string) => newLegalTextSchema.safeParse({ kind: 'terms', text }).success;
  expect(save('a'.repeat(MAX_LEGAL_TEXT))).toBe(true);
  expect(save('a'.repeat(MAX_LEGAL_TEXT + 1))).toBe(false);
  expect(newLegalTextSchema.safeParse({ kind: 'imprint', text: '' }).success).toBe(false);
});
