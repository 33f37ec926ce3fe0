import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { HOW_TO_STOP } from './customer-texts';
import { TEXT_LENGTH } from './gsm';
import {
  filled,
  firstFilled,
  MESSAGE_CHANNELS,
  MESSAGE_TABLE,
  placeholdersIn,
  WORDING_NAMES,
} from './message-table';
import {
  allowedIn,
  defaultWords,
  hasIntroduction,
  inOwnWords,
  PLACEHOLDERS,
  problemWith,
  sampleValues,
  textSize,
} from './own-words';
import { ownWordsSchema } from './own-words.schema';

const SITE = { company: 'Dockside', link: `https://dockside.example/d/${'0'.repeat(22)}` };

describe.each(WORDING_NAMES)('the row %s', (wording) => {
  test.each(MESSAGE_CHANNELS)('has words for the channel %s that the owner may save', (channel) => {
    const words = defaultWords(wording, channel, SITE);
    if (channel === 'text') expect(textSize(words.body, SITE).parts).toBe(1);
    expect(problemWith(wording, channel, words)).toBeNull();
    const typed = { wording, channel, words, version: 0 };
    expect(ownWordsSchema.safeParse(typed).success).toBe(true);
  });

  test('uses only placeholders that have a meaning and an example', () => {
    const { texts, email } = MESSAGE_TABLE[wording];
    for (const words of [...texts, ...email.subjects, ...(email.introductions ?? [])]) {
      for (const name of placeholdersIn(words)) expect(PLACEHOLDERS).toHaveProperty(name);
      expect(filled(words, sampleValues('example', 'Dockside'))).not.toContain('{');
    }
  });
});

test.each([
  [
    'Booked for {when}.',
    'This message can’t include {when}. Use only {company}, {day}, and {window}.',
  ],
  ['See you soon!', 'Add {window} or {day}, so that customers know which delivery it is.'],
  ['Booked for {window', 'Write each placeholder as {name}.'],
  ['Booked for {window}} {day}', 'Write each placeholder as {name}.'],
])('%s is refused with a sentence', (body, message) => {
  expect(problemWith('booked', 'text', { subject: '', body })).toBe(message);
});

test('a message about money must say how much', () => {
  const words = { subject: '', body: 'Pay for your delivery on {day}:' };
  expect(problemWith('balance-due', 'text', words)).toBe(
    'Add {owed}, so that customers know how much to pay.',
  );
  const email = { subject: 'Refund for {day}', body: 'We refunded you.' };
  expect(problemWith('refund', 'email', email)).toStartWith('Add {amount}');
});

test('only the subject of some emails can be changed', () => {
  expect(hasIntroduction('completed')).toBe(false);
  const words = { subject: 'Done on {day}', body: 'Thank you!' };
  const typed = { wording: 'completed', channel: 'email', words, version: 0 };
  expect(ownWordsSchema.safeParse(typed).error?.issues[0]?.message).toBe(
    'Only the subject of this email can be changed.',
  );
});

test('the length counts the sender, the longest values, the link, and how to stop', () => {
  const short = textSize('Booked for {window}.', SITE);
  expect(short).toEqual({ length: 10 + 44 + 1 + SITE.link.length + HOW_TO_STOP.length, parts: 1 });
  expect(textSize('x'.repeat(TEXT_LENGTH), SITE).parts).toBe(2);
});

test('typed words are filled in without being read as placeholders again', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (value) => {
      fc.pre(value !== '');
      expect(filled('[{place}]', { place: value })).toBe(`[${value}]`);
    }),
  );
  expect(filled('{place}', { place: '{window}', window: 'x' })).toBe('{window}');
  expect(firstFilled(['{driver} comes', 'We come'], { driver: null })).toBe('We come');
});

describe('a stored message in the owner’s words', () => {
  const values = { window: 'Sat, Jun 13, 10:00 AM - 12:00 PM', day: 'Sat, Jun 13' };
  const text = { subject: 'Booked', body: `Ours. ${SITE.link}${HOW_TO_STOP}` };

  test('keeps a text’s link and how to stop', () => {
    const own = { subject: '', body: 'See you on {day} – thank you' };
    expect(inOwnWords(text, { channel: 'text', own, values }).body).toBe(
      `See you on Sat, Jun 13 - thank you ${SITE.link}${HOW_TO_STOP}`,
    );
  });

  test('keeps an email’s greeting, facts, and link', () => {
    const email = { subject: 'Ours', body: 'Hello,\n\nOurs.\n\nWhen: now\n\nDockside' };
    const own = { subject: 'Booked: {window}', body: 'Thank you.\nSee you soon.' };
    expect(inOwnWords(email, { channel: 'email', own, values })).toEqual({
      subject: `Booked: ${values.window}`,
      body: 'Hello,\n\nThank you.\nSee you soon.\n\nWhen: now\n\nDockside',
    });
    const onlySubject = { subject: 'Booked', body: '' };
    expect(inOwnWords(email, { channel: 'email', own: onlySubject, values }).body).toBe(email.body);
  });

  test('stays ours if a placeholder has no value', () => {
    const own = { subject: '', body: 'Arriving at {arrival}' };
    expect(inOwnWords(text, { channel: 'text', own, values })).toEqual(text);
  });
});

test('every event can name its company, day, and window', () => {
  for (const wording of WORDING_NAMES) {
    expect(allowedIn(wording, 'text')).toEqual(
      expect.arrayContaining(['company', 'day', 'window']),
    );
  }
});
