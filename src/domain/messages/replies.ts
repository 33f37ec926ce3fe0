/** The replies to our texts. */

/** The command in a reply. Null for any other reply, which staff should read. */
export type ReplyCommand = 'stop' | 'start' | 'help';

/** The words that phone companies in the United States require, and those that Twilio also knows. */
const COMMANDS: Readonly<Record<ReplyCommand, readonly string[]>> = {
  stop: ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke', 'arret'],
  start: ['start', 'unstop'],
  help: ['help', 'info'],
};

/** Reads a reply's command: one word, in any case, with any punctuation around it. */
export function replyCommand(body: string): ReplyCommand | null {
  const letters = body.normalize('NFKD').replace(/[\p{M}\p{P}\s]+/gu, '');
  const word = letters.toLowerCase();
  const found = Object.entries(COMMANDS).find(([, words]) => words.includes(word));
  return found ? (found[0] as ReplyCommand) : null;
}
