import { CONTACT_MESSAGES, foldedName, mixesScripts, withoutHidden } from '../text';

/**
 * The characters allowed between the dots of a local part: those of RFC 5321's atoms, and letters
 * of any language.
 */
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u');
const LABEL = /^[\p{L}\p{M}\p{N}-]+$/u;
/** A label in ASCII form (RFC 1035). */
const ASCII_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** Maximum octets of an address and of its local part (RFC 5321). */
export const EMAIL_MAX = 254;
const LOCAL_PART_MAX = 64;

const octets = (text: string) => new TextEncoder().encode(text).length;

type Parsed = { local: string; domain: string; asciiDomain: string };

/**
 * Parses an email address in the only form that we store and send to: a local part of atoms and a
 * domain of labels. Display names, comments, groups, quotes, and IP addresses are rejected, so a
 * email program finds exactly one mailbox in it. Full-width letters become ordinary ones (NFKC).
 */
function parse(typed: string): Parsed | null {
  // This is checked first, because the steps below take longer the longer the text is.
  if (typed.length > 2 * EMAIL_MAX) return null;
  const text = withoutHidden(typed.normalize('NFKC')).trim();
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || INVISIBLE.test(text)) return null;
  if (!LOCAL_PART.test(local) || mixesScripts(local)) return null;
  const asciiDomain = asciiDomainOf(domain);
  if (asciiDomain === null || octets(local) > LOCAL_PART_MAX) return null;
  return octets(`${local}@${asciiDomain}`) > EMAIL_MAX ? null : { local, domain, asciiDomain };
}

/**
 * Returns a domain in the form that email servers use (UTS 46, lowercase), or null if it's invalid.
 */
function asciiDomainOf(domain: string): string | null {
  // The URL parser accepts more than domains, so check the labels first.
  if (!domain.split('.').every((label) => LABEL.test(label))) return null;
  const labels = hostnameOf(domain)?.split('.') ?? [];
  const isDomain = labels.length > 1 && labels.every((label) => ASCII_LABEL.test(label));
  // A numeric top-level domain would be the end of an IP address.
  return isDomain && /[a-z]/.test(labels.at(-1) ?? '') ? labels.join('.') : null;
}

function hostnameOf(domain: string): string | null {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}

/** Returns the address in its stored and displayed form, or null if it's invalid. */
export function parseEmail(typed: string): string | null {
  const parsed = parse(typed);
  return parsed && `${parsed.local}@${parsed.domain}`;
}

export const isEmail = (typed: string): boolean => parse(typed) !== null;

/** Text with one @ and a later dot, so the person meant to type an address. */
const NEARLY_AN_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const NEARLY_AN_EMAIL_MAX = 200;

/**
 * Returns the error message for a typed address, or null if it's valid. `message` is shown if the
 * text doesn't resemble an address.
 */
export function emailFault(typed: string, message: string = CONTACT_MESSAGES.email): string | null {
  if (isEmail(typed)) return null;
  const isNearly = typed.length <= NEARLY_AN_EMAIL_MAX && NEARLY_AN_EMAIL.test(typed);
  return isNearly ? CONTACT_MESSAGES.emailForm : message;
}

/**
 * Returns a stored address in the form for mail servers. Returns null if it isn't in the form of
 * `parseEmail`: older addresses are never corrected by guessing.
 */
export function wireAddress(stored: string): string | null {
  const parsed = parse(stored);
  if (!parsed || `${parsed.local}@${parsed.domain}` !== stored) return null;
  return `${parsed.local}@${parsed.asciiDomain}`;
}

/** True if email can be sent to a stored address. */
export const canGetMail = (stored: string | null): boolean =>
  stored !== null && wireAddress(stored) !== null;

/**
 * Returns the form in which addresses are compared. It's the same for all spellings of a mailbox.
 */
export function emailKey(address: string): string {
  const parsed = parse(address);
  return parsed ? `${foldedName(parsed.local)}@${parsed.asciiDomain}` : foldedName(address);
}

/**
 * Returns the form by which messages to an address are limited: without dots and "+anything" in the
 * local part, because many mailboxes accept all these spellings.
 */
export function mailboxKey(address: string): string {
  const [local = '', domain = ''] = emailKey(address).split('@');
  return `${local.replace(/\+.*$/, '').replaceAll('.', '') || local}@${domain}`;
}

/**
 * True if a sign-in name may be an email address. A username never contains an @, not even a
 * full-width one.
 */
export const mayBeEmail = (name: string): boolean => name.normalize('NFKC').includes('@');

/** Returns the form in which sign-in names are compared, whether email addresses or usernames. */
export const signInKey = (name: string): string =>
  mayBeEmail(name) ? emailKey(name) : foldedName(name);

/**
 * True if an email server treats both addresses as one mailbox, so verifying one verifies the
 * other. This is stricter than `emailKey`, which treats "strasse" and "stra\u00DFe" as one name.
 */
export function isSameEmail(one: string, other: string | null): boolean {
  const mailbox = (address: string) => (wireAddress(address) ?? address).toLowerCase();
  return other !== null && mailbox(one) === mailbox(other);
}

/**
 * Returns the link to email an address. Characters such as ? are escaped because they would add
 * other fields to the message.
 */
export const mailtoLink = (address: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
