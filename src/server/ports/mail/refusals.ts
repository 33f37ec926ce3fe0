import { MailRefused } from './port';

/** The details of a failure from nodemailer. */
type SmtpFailure = {
  code?: unknown;
  /** The SMTP command that the server refused, such as "RCPT TO" or "DATA". */
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
};

/** A full mailbox, a server failure, or a rule about us may be temporary. */
const MAY_PASS = /\b5\.(2\.2|3\.\d+|4\.\d+|7\.\d+)\b/;
/** Matches any enhanced status code (RFC 3463). */
const ENHANCED_CODE = /\b5\.\d{1,3}\.\d{1,3}\b/;
/**
 * The replies that refuse an address or a text. Other replies refuse our commands or report missing
 * storage.
 */
const OF_MESSAGE = [550, 551, 553, 554, 556];
/**
 * Phrases with which servers refuse us if they send no such code: no relaying, no sign-in, a
 * blocklist, or too much email.
 */
const ABOUT_US =
  /relay|rcpthosts|auth|credential|permission|permitted|sender|client|blocked|block ?list|black ?list|deny ?list|spamhaus|dnsbl|\brbl\b|reputation|quota|\brate\b|limit|too many|too much|try again|later\b|tempor/i;

/**
 * Converts a failure to MailRefused if the server permanently refuses this address or this message.
 * Refusals of our sign-in, our sender, or relaying concern every message, so we don't give up on
 * one because of them.
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
  // An address in the reply may contain such words or numbers.
  const words = String(response ?? '').replace(/\S+@\S+|\[[\da-f.:]+\]/gi, '');
  const mayPass = ENHANCED_CODE.test(words)
    ? MAY_PASS.test(words)
    : !OF_MESSAGE.includes(responseCode) || ABOUT_US.test(words);
  return isOfMessage && !mayPass ? new MailRefused(responseCode, { cause: error }) : error;
}
