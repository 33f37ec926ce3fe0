import * as z from 'zod/mini';
import { MESSAGE_CHANNELS, WORDING_NAMES, type WordingName } from './message-table';
import { hasIntroduction, problemWith } from './own-words';

const MAX_SUBJECT = 100;
const MAX_BODY = 600;
/** Nobody changes a message this often. The limit only stops nonsense. */
const MOST_VERSIONS = 1_000_000;
/** Two texts. Phone companies charge for each. */
const MAX_TEXT = 300;

const words = (most: number) =>
  z
    .string('Enter the message.')
    .check(z.trim(), z.maxLength(most, `Enter at most ${most} characters.`));

/**
 * The owner's words for an event and a channel, or null to return to ours. `version` is the one that
 * was read, so that a save can't overwrite someone else's.
 */
export const ownWordsSchema = z
  .object({
    wording: z.enum(WORDING_NAMES as [WordingName, ...WordingName[]], 'Select a message.'),
    channel: z.enum(MESSAGE_CHANNELS, 'Select text or email.'),
    words: z.nullable(
      z.object({
        subject: words(MAX_SUBJECT).check(z.regex(/^[^\r\n]*$/, 'Enter the subject in one line.')),
        body: words(MAX_BODY),
      }),
    ),
    version: z.int('Send the version that you read.').check(z.minimum(0), z.maximum(MOST_VERSIONS)),
  })
  .check((ctx) => {
    const { wording, channel, words: own } = ctx.value;
    if (own === null) return;
    const refuse = (field: 'subject' | 'body', message: string) =>
      ctx.issues.push({ code: 'custom', message, path: ['words', field], input: own[field] });
    if (channel === 'email' && own.subject === '') refuse('subject', 'Enter a subject.');
    if (channel === 'text' && own.body === '') refuse('body', 'Enter the text.');
    if (channel === 'text' && own.body.length > MAX_TEXT) {
      refuse('body', `Enter at most ${MAX_TEXT} characters.`);
    }
    if (channel === 'email' && own.body && !hasIntroduction(wording)) {
      refuse('body', 'Only the subject of this email can be changed.');
    }
    const problem = problemWith(wording, channel, own);
    if (problem) refuse('body', problem);
  });
export type OwnWordsInput = z.output<typeof ownWordsSchema>;
