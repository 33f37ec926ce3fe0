import { isEmail } from '@/domain/account/email';
import { Secret } from './secret';

/** Rejects a value. Its message starts with "must" because the variable's name comes before it. */
export class BadValue extends Error {}

/** Converts a variable's text to its value, or throws `BadValue`. */
export type Read<T> = (text: string) => T;

/** Any text. */
export const text: Read<string> = (value) => value;

/** Any text, hidden from logs. */
export const secret: Read<Secret> = (value) => new Secret(value);

/** 1, true, yes or on; 0, false, no or off. */
export const flag: Read<boolean> = (value) => {
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  if (/^(0|false|no|off)$/i.test(value)) return false;
  throw new BadValue('must be 1 or 0');
};

/** Reads a whole number between the limits, inclusive. */
export function integer(from: number, to: number): Read<number> {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= from && number <= to) return number;
    throw new BadValue(`must be a whole number from ${from} to ${to}`);
  };
}

/** A share above 0 and up to 1. */
export const share: Read<number> = (value) => {
  if (/^(0\.\d+|1(\.0+)?)$/.test(value) && Number(value) > 0) return Number(value);
  throw new BadValue('must be a share above 0 and up to 1, such as 0.5');
};

/** Degrees of latitude (limit 90) or longitude (limit 180). */
export function degrees(limit: number): Read<number> {
  return (value) => {
    if (/^-?\d+(\.\d+)?$/.test(value) && Math.abs(Number(value)) <= limit) return Number(value);
    throw new BadValue(`must be degrees from -${limit} to ${limit}, such as 41.98`);
  };
}

/** One of these words. */
export function oneOf<const T extends string>(...choices: T[]): Read<T> {
  return (value) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new BadValue(`must be one of ${choices.join(', ')}`);
    return found;
  };
}

/** A text that matches the pattern. `what` completes the error message "must be …". */
export function matching(pattern: RegExp, what: string): Read<string> {
  return (value) => {
    if (!pattern.test(value)) throw new BadValue(`must be ${what}`);
    return value;
  };
}

/** A secret that starts with one of its issuer's prefixes. */
export function secretStarting(...prefixes: string[]): Read<Secret> {
  return (value) => {
    if (prefixes.some((prefix) => value.startsWith(prefix))) return new Secret(value);
    throw new BadValue(`must start with ${prefixes.join(' or ')}`);
  };
}

/** A secret with at least this many characters. */
export function secretOfLength(least: number): Read<Secret> {
  return (value) => {
    if (value.length < least) throw new BadValue(`must have at least ${least} characters`);
    return new Secret(value);
  };
}

/** Minimum number of distinct characters in a secret. Any random secret of 32 characters has more. */
const FEWEST_CHARACTERS = 8;

/** Random texts of at least 32 characters, separated by commas. Repetitive ones are refused because they're easy to guess. */
export const randomSecrets: Read<readonly Secret[]> = (value) => {
  const texts = splitSecrets(value);
  if (new Set(texts).size < texts.length) throw new BadValue('must not repeat a secret');
  if (texts.some((one) => new Set(one).size < FEWEST_CHARACTERS && one.length >= 32)) {
    throw new BadValue('must be random, such as the output of openssl rand -base64 48');
  }
  return texts.map(secretOfLength(32));
};

/** Splits a comma-separated list of secrets. */
export const splitSecrets = (value: string): string[] =>
  value.split(',').map((part) => part.trim());

function parseUrl(value: string, schemes: string[]): URL {
  const url = URL.parse(value);
  if (url === null || !schemes.includes(url.protocol.slice(0, -1))) {
    throw new BadValue(
      `must be an address that starts with ${schemes.map((s) => `${s}:`).join(' or ')}`,
    );
  }
  return url;
}

/** An http or https address without a path. @returns it without a trailing slash */
export const origin: Read<string> = (value) => {
  const url = parseUrl(value, ['http', 'https']);
  if (url.pathname !== '/' || url.search !== '' || url.username !== '' || url.hash !== '') {
    throw new BadValue('must be an address without a path, such as https://dockside.example');
  }
  return url.origin;
};

/** A database address without a token: a file, or libSQL over HTTP or WebSocket. */
export const databaseUrl: Read<string> = (value) => {
  if (/^file:./.test(value)) return value;
  const url = parseUrl(value, ['file', 'libsql', 'https', 'http', 'wss', 'ws']);
  if (url.username !== '' || url.password !== '' || url.searchParams.has('authToken')) {
    throw new BadValue('must not include a token. Set DATABASE_AUTH_TOKEN instead');
  }
  return value;
};

/** `name@example.com`, or with a display name: `Dockside <hello@dockside.example>`. */
export const sender: Read<string> = (value) => {
  const [, address = value] = /^[^<>\r\n]+ <([^<>]+)>$/.exec(value) ?? [];
  if (isEmail(address) || /^[\w-]+@localhost$/.test(address)) return value;
  throw new BadValue('must be an address such as Dockside <hello@dockside.example>');
};

/** The email address of a `sender`, without its name. */
export function addressOfSender(value: string): string {
  const [, address = value] = /<([^<>]+)>$/.exec(value) ?? [];
  return address;
}

/** Email server address, which includes the password. */
export const smtpUrl: Read<Secret> = (value) => {
  parseUrl(value, ['smtp', 'smtps']);
  return new Secret(value);
};

/** Where photos are stored: a folder on this machine, or a bucket. */
export type PhotoStorage = { kind: 'folder'; path: string } | { kind: 's3'; bucket: string };

/** `file:FOLDER` or `s3://BUCKET`. */
export const photoStorage: Read<PhotoStorage> = (value) => {
  const [, folder] = /^file:(.+)$/.exec(value) ?? [];
  if (folder !== undefined) return { kind: 'folder', path: folder.replace(/^\/\//, '') };
  const [, bucket] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(value) ?? [];
  if (bucket !== undefined) return { kind: 's3', bucket };
  throw new BadValue('must be file:FOLDER or s3://BUCKET');
};

/** Comma-separated codes, converted to upper case without duplicates. `none` is an empty list. */
export const promoCodes: Read<readonly string[]> = (value) => {
  if (value.toLowerCase() === 'none') return [];
  const codes = value.split(',').map((code) => code.trim().toUpperCase());
  if (codes.some((code) => !/^[A-Z0-9-]{1,10}$/.test(code))) {
    throw new BadValue('must be codes of 1 to 10 letters, digits, or hyphens, separated by commas');
  }
  return [...new Set(codes)];
};

/** The time zone of the business. */
export const HOME_ZONE = 'America/New_York';

/** Reads a time zone name and returns it in Intl's spelling. */
export const timeZone: Read<string> = (value) => {
  // This zone is known to exist. Skipping Intl's first lookup saves 8 ms at the start.
  if (value === HOME_ZONE) return value;
  try {
    // Intl also accepts offsets such as +05:00, which have no daylight saving time.
    if (/^[A-Za-z]/.test(value)) {
      return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
    }
  } catch {
    // Intl doesn't know the zone, so the error below is thrown.
  }
  throw new BadValue(`must be a time zone such as ${HOME_ZONE}`);
};

/** IP addresses and networks such as 10.0.0.0/8, separated by commas. */
export const networks: Read<readonly string[]> = (value) => {
  const entries = value.split(',').map((entry) => entry.trim());
  if (entries.every(isNetwork)) return entries;
  throw new BadValue('must be IP addresses or networks such as 10.0.0.0/8, separated by commas');
};

function isNetwork(entry: string): boolean {
  const [, address = '', bits] = /^([\da-f.:]+?)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const version = process.getBuiltinModule('node:net').isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}
