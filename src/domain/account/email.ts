import { CONTACT_MESSAGES, foldedName, mixesScripts, withoutHidden } from '../text';

/** What may stand between the dots of a local part: RFC 5321's atoms, with letters of any language. */
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u');
const LABEL = /^[\p{L}\p{M}\p{N}-]+$/u;
/** The same label on the wire (RFC 1035). */
const ASCII_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** The most octets of an address and of its local part (RFC 5321). */
export const EMAIL_MAX = 254;
const LOCAL_PART_MAX = 64;

const octets = (text: string) => new TextEncoder().encode(text).length;

type Parsed = { local: string; domain: string; asciiDomain: string };

/**
 * Reads an email address, in the one form that we store and send to: a local part of atoms and a
 * domain of labels. There are no display names, comments, groups, quotes or IP addresses, so that a
 * mail program finds exactly one mailbox in it. Full-width letters become ordinary ones (NFKC).
 */
function parse(typed: string): Parsed | null {
  // Before anything that takes time with the length.
  if (typed.length > 2 * EMAIL_MAX) return null;
  const text = withoutHidden(typed.normalize('NFKC')).trim();
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || INVISIBLE.test(text)) return null;
  if (!LOCAL_PART.test(local) || mixesScripts(local)) return null;
  const asciiDomain = asciiDomainOf(domain);
  if (asciiDomain === null || octets(local) > LOCAL_PART_MAX) return null;
  return octets(`${local}@${asciiDomain}`) > EMAIL_MAX ? null : { local, domain, asciiDomain };
}

/** A domain as mail servers know it (UTS 46, in small letters), or null. */
function asciiDomainOf(domain: string): string | null {
  // The parser of addresses takes more than domains, so it's only given what may be one.
  if (!domain.split('.').every((label) => LABEL.test(label))) return null;
  const labels = hostnameOf(domain)?.split('.') ?? [];
  const isDomain = labels.length > 1 && labels.every((label) => ASCII_LABEL.test(label));
  // A top-level domain of digits alone would be the end of an IP address.
  return isDomain && /[a-z]/.test(labels.at(-1) ?? '') ? labels.join('.') : null;
}

function hostnameOf(domain: string): string | null {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}

/** The address as it's stored and shown, or null if it isn't one. */
export function parseEmail(typed: string): string | null {
  const parsed = parse(typed);
  return parsed && `${parsed.local}@${parsed.domain}`;
}

export const isEmail = (typed: string): boolean => parse(typed) !== null;

/** One @ with something on both sides and a dot after it: the person meant to type an address. */
const NEARLY_AN_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const NEARLY_AN_EMAIL_MAX = 200;

/** The error message for what was typed, or null if it's an address; `message` is for what isn't even nearly one. */
export function emailFault(typed: string, message: string = CONTACT_MESSAGES.email): string | null {
  if (isEmail(typed)) return null;
  const isNearly = typed.length <= NEARLY_AN_EMAIL_MAX && NEARLY_AN_EMAIL.test(typed);
  return isNearly ? CONTACT_MESSAGES.emailForm : message;
}

/**
 * A stored address as a mail server gets it. Null for one that isn't stored in the form of `parseEmail`:
 * an address from before that form was required is never guessed at.
 */
export function wireAddress(stored: string): string | null {
  const parsed = parse(stored);
  if (!parsed || `${parsed.local}@${parsed.domain}` !== stored) return null;
  return `${parsed.local}@${parsed.asciiDomain}`;
}

/** True for a stored address to which mail can be sent at all. */
export const canGetMail = (stored: string | null): boolean =>
  stored !== null && wireAddress(stored) !== null;

/** The form in which two addresses are compared: one for each mailbox, however it's typed. */
export function emailKey(address: string): string {
  const parsed = parse(address);
  return parsed ? `${foldedName(parsed.local)}@${parsed.asciiDomain}` : foldedName(address);
}

/**
 * The form in which addresses share what may be sent to them: without dots and without "+anything" in the
 * local part. Many mailboxes can be written in all these ways.
 */
export function mailboxKey(address: string): string {
  const [local = '', domain = ''] = emailKey(address).split('@');
  return `${local.replace(/\+.*$/, '').replaceAll('.', '') || local}@${domain}`;
}

/** True for a name of a sign-in that may be an email address: a username has no @, in any width. */
export const mayBeEmail = (name: string): boolean => name.normalize('NFKC').includes('@');

/** The form in which two names of a sign-in are compared: an email address or a username. */
export const signInKey = (name: string): string =>
  mayBeEmail(name) ? emailKey(name) : foldedName(name);

/**
 * True if both are the same mailbox for a mail server, so that one is proven with the other. That's
 * narrower than `emailKey`, for which "strasse" and "stra\u00DFe" are one name.
 */
export function isSameEmail(one: string, other: string | null): boolean {
  const mailbox = (address: string) => (wireAddress(address) ?? address).toLowerCase();
  return other !== null && mailbox(one) === mailbox(other);
}

/** The target of a link that writes to an address. Signs such as ? would add text of their own. */
export const mailtoLink = (address: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
