import { MailRefused } from './port';

/** What nodemailer tells of a failure. */
type SmtpFailure = {
  code?: unknown;
  /** The verb that the server answered: "RCPT TO", "DATA". */
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
};

/** A full mailbox, a fault of the server, or its rules about us: all of that may pass. */
const MAY_PASS = /\b5\.(2\.2|3\.\d+|4\.\d+|7\.\d+)\b/;
/** Any of these codes (RFC 3463). */
const ENHANCED_CODE = /\b5\.\d{1,3}\.\d{1,3}\b/;
/** The replies with which a server refuses an address or a text. Others refuse how we speak, or lack storage. */
const OF_MESSAGE = [550, 551, 553, 554, 556];
/**
 * The words of servers without such a code that refuse us: no relaying, no sign-in, a list that blocks us,
 * or too much mail.
 */
const ABOUT_US =
  /relay|rcpthosts|auth|credential|permission|permitted|sender|client|blocked|block ?list|black ?list|deny ?list|spamhaus|dnsbl|\brbl\b|reputation|quota|\brate\b|limit|too many|too much|try again|later\b|tempor/i;

/**
 * A failure in our terms: MailRefused where the server said of this address or this message that it
 * will never take it. What it says of us (the sign-in, the sender, relaying) concerns every message,
 * so it is no reason to give one up.
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
  // An address that it repeats may have such words or numbers in it.
  const words = String(response ?? '').replace(/\S+@\S+|\[[\da-f.:]+\]/gi, '');
  const mayPass = ENHANCED_CODE.test(words)
    ? MAY_PASS.test(words)
    : !OF_MESSAGE.includes(responseCode) || ABOUT_US.test(words);
  return isOfMessage && !mayPass ? new MailRefused(responseCode, { cause: error }) : error;
}
