/** The owner's own wordings: which placeholders they may have, how long they get, and how they replace ours. */
import { HOW_TO_STOP, sender } from './customer-texts';
import { gsmLength, TEXT_LENGTH, toGsm } from './gsm';
import {
  filled,
  MESSAGE_TABLE,
  type MessageChannel,
  placeholdersIn,
  type Values,
  type WordingName,
} from './message-table';

/** The owner's words for one channel. A text has no subject, and some emails no introduction. */
export type OwnWords = { subject: string; body: string };

/** A placeholder's meaning, an example, and the longest usual value. */
type Placeholder = { meaning: string; example: string; longest: string };

const DOLLARS = { example: '$109.05', longest: '$1,234.56' };

export const PLACEHOLDERS: Readonly<Record<string, Placeholder>> = {
  company: { meaning: 'your company’s name', example: '', longest: '' },
  day: { meaning: 'the date', example: 'Sat, Jun 13', longest: 'Wed, Sep 30' },
  window: {
    meaning: 'the date and time window',
    example: 'Sat, Jun 13, 10:00 AM - 12:00 PM',
    longest: 'Wed, Sep 30, 10:00 AM - 12:00 PM',
  },
  earlier: {
    meaning: 'the window before the move',
    example: 'Friday, June 12, 2026, 10:00 AM - 12:00 PM Eastern Time',
    longest: 'Wednesday, September 30, 2026, 10:00 AM - 12:00 PM Eastern Time',
  },
  total: { meaning: 'the total', ...DOLLARS },
  owed: { meaning: 'the amount owed', ...DOLLARS },
  amount: { meaning: 'the amount paid or refunded', ...DOLLARS },
  driver: { meaning: 'the driver’s name', example: 'Dana Rivers', longest: 'Christopher Anderson' },
  arrival: { meaning: 'the expected arrival', example: '10:40 AM', longest: '10:40 AM' },
  delivered: {
    meaning: 'what was delivered',
    example: '20.5 gal, 3 ice bags',
    longest: '120.5 gal, 12 ice bags',
  },
  prepare: {
    meaning: 'how to prepare, for a fuel order',
    example: 'Please keep the fuel cap within reach.',
    longest: 'Please keep the fuel cap within reach.',
  },
  place: { meaning: 'the dock', example: 'Pier 4', longest: 'Maple Island Marina' },
  reason: {
    meaning: 'why it wasn’t delivered',
    example: 'Our driver came but couldn’t get to the dock.',
    longest: 'Our driver came but couldn’t get to the dock.',
  },
  delivery: {
    meaning: 'the delivery with its dock, date, and code',
    example: 'your delivery to Pier 4 on Saturday, June 13, 2026 (D-7KM3Q9)',
    longest: 'your delivery to Maple Island Marina on Wednesday, September 30, 2026 (D-7KM3Q9)',
  },
  card: {
    meaning: 'the card',
    example: 'Visa ending in 4242',
    longest: 'American Express ending in 4242',
  },
};

/** Returns the values for a preview or for the length. */
export const sampleValues = (of: 'example' | 'longest', company: string): Values => ({
  ...Object.fromEntries(Object.entries(PLACEHOLDERS).map(([name, one]) => [name, one[of]])),
  company,
});

/** Returns our words: the start of the email, or the longest text that fits. */
export function defaultWords(
  wording: WordingName,
  channel: MessageChannel,
  site: { company: string; link: string },
): OwnWords {
  const { texts, email } = MESSAGE_TABLE[wording];
  const fits = texts.find((words) => textSize(words, site).parts === 1);
  return channel === 'text'
    ? { subject: '', body: fits ?? texts[0] ?? '' }
    : { subject: email.subjects[0] ?? '', body: email.introductions?.[0] ?? '' };
}

/** True if the owner can change the start of an email, and not only its subject. */
export const hasIntroduction = (wording: WordingName) =>
  MESSAGE_TABLE[wording].email.introductions !== null;

/** All of our words for a channel. Those of an email are its subject and its introduction. */
function allWords(wording: WordingName, channel: MessageChannel): string[] {
  const { texts, email } = MESSAGE_TABLE[wording];
  if (channel === 'text') return [...texts];
  const introductions = email.introductions ?? [''];
  return email.subjects.flatMap((subject) => introductions.map((one) => `${subject} ${one}`));
}

/** Returns the placeholders that a wording may have. */
export function allowedIn(wording: WordingName, channel: MessageChannel): string[] {
  const ours = allWords(wording, channel).flatMap(placeholdersIn);
  return Object.keys(PLACEHOLDERS).filter(
    (name) => ours.includes(name) || ['company', 'day', 'window'].includes(name),
  );
}

/** Placeholders that customers need, at least one of each group, with the reason. */
const NEEDED = [
  { names: ['window', 'day'], why: 'so that customers know which delivery it is' },
  { names: ['owed'], why: 'so that customers know how much to pay' },
  { names: ['amount'], why: 'so that customers know how much' },
];

const braced = (names: readonly string[], word: string) =>
  new Intl.ListFormat('en-US', { type: word === 'or' ? 'disjunction' : 'conjunction' }).format(
    names.map((name) => `{${name}}`),
  );

/** Explains what's wrong with the owner's words. Null if nothing is. */
export function problemWith(
  wording: WordingName,
  channel: MessageChannel,
  { subject, body }: OwnWords,
): string | null {
  const words = `${subject} ${body}`;
  if (/[{}]/.test(words.replace(/\{[^{}]*\}/g, ''))) return 'Write each placeholder as {name}.';
  const used = placeholdersIn(words);
  const allowed = allowedIn(wording, channel);
  const unknown = used.filter((name) => !allowed.includes(name));
  if (unknown.length > 0) {
    return `This message can’t include ${braced(unknown, 'or')}. Use only ${braced(allowed, 'and')}.`;
  }
  const ours = allWords(wording, channel).map(placeholdersIn);
  const has = (one: readonly string[], names: readonly string[]) =>
    names.some((name) => one.includes(name));
  const missing = NEEDED.find(
    ({ names }) => ours.every((one) => has(one, names)) && !has(used, names),
  );
  return missing ? `Add ${braced(missing.names, 'or')}, ${missing.why}.` : null;
}

/** How long a text can get: its characters, and the number of texts that phone companies count. */
export function textSize(words: string, { company, link }: { company: string; link: string }) {
  const text = filled(words, sampleValues('longest', company)) ?? words;
  const length = gsmLength(`${sender(company)}${toGsm(text)} ${link}${HOW_TO_STOP}`);
  return { length, parts: length <= TEXT_LENGTH ? 1 : Math.ceil(length / PART_LENGTH) };
}

/** The characters in each part of a longer text. */
const PART_LENGTH = 153;

/** The link and the way to opt out, which end every text. */
const TEXT_END = / https?:\/\/\S+(?: Reply STOP to opt out\.)?$/;

/** Returns a stored message in the owner's words. If one of their placeholders has no value, ours stay. */
export function inOwnWords(
  message: { subject: string; body: string },
  { channel, own, values }: { channel: MessageChannel; own: OwnWords; values: Values },
): { subject: string; body: string } {
  const { subject, body } = message;
  const words = filled(own.body, values);
  if (words === null) return message;
  if (channel === 'text') {
    const end = TEXT_END.exec(body)?.[0];
    return end === undefined ? message : { subject, body: `${toGsm(words)}${end}` };
  }
  const title = filled(own.subject, values);
  if (title === null) return message;
  const [greeting = '', first = '', ...rest] = body.split('\n\n');
  return { subject: title, body: [greeting, words || first, ...rest].join('\n\n') };
}
