import { MailRefused } from './port';

/** The details of a failure from nodemailer. */
type SmtpFailure = {
  code?: unknown;
  /** The SMTP command that the server refused, such as "RCPT TO" or "DATA". */
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
};

/** Codes that may be temporary: a full mailbox, a failure of the server, or a rule about us. */
const MAY_PASS = /\b5\.(2\.2|3\.\d+|4\.\d+|7\.\d+)\b/;
/** Matches any enhanced status code (RFC 3463). */
const ENHANCED_CODE = /\b5\.\d{1,3}\.\d{1,3}\b/;
/**
 * Reply codes that refuse an address or a text. Other codes refuse our commands or report a lack of
 * storage.
 */
const OF_MESSAGE = [550, 551, 553, 554, 556];
/**
 * Phrases with which servers refuse us if they don't send such a code: no relaying, no sign-in, a
 * blocklist, or too much email.
 */
const ABOUT_US =
  /relay|rcpthosts|auth|credential|permission|permitted|sender|client|blocked|block ?list|black ?list|deny ?list|spamhaus|dnsbl|\brbl\b|reputation|quota|\brate\b|limit|too many|too much|try again|later\b|tempor/i;

/**
 * Converts a failure to MailRefused if the server permanently refuses this address or this message.
 * A refusal of our sign-in, our sender, or relaying concerns every message, so it isn't a reason to
 * give up on this one.
 */
export function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, command, responseCode, response } = error as SmtpFailure;
  const verb = typeof command === 'string' ? command.toUpperCase() : '';
  // The message has no address that a server could accept.
  if (code === 'EENVELOPE' && responseCode === undefined && verb === 'API') {
    return new MailRefused(null, { cause: error });
  }
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return error;
  const isOfMessage = verb.startsWith('RCPT') || verb.startsWith('DATA');
  // Addresses are removed from the reply, because they may contain such words or numbers.
  const words = String(response ?? '').replace(/\S+@\S+|\[[\da-f.:]+\]/gi, '');
  const mayPass = ENHANCED_CODE.test(words)
    ? MAY_PASS.test(words)
    : !OF_MESSAGE.includes(responseCode) || ABOUT_US.test(words);
  return isOfMessage && !mayPass ? new MailRefused(responseCode, { cause: error }) : error;
}
