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
/** Without such a code, what a server says of storage. */
const STORAGE = 552;

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
  const mayPass = responseCode === STORAGE || MAY_PASS.test(String(response ?? ''));
  return isOfMessage && !mayPass ? new MailRefused(responseCode, { cause: error }) : error;
}
