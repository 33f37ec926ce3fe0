import { isEmail } from '@/domain/account/email';
import { Secret } from './secret';

/** What a value must be instead; the sentence starts with the variable's name, so this one starts with "must". */
export class BadValue extends Error {}

/** Turns the text of a variable into its value, or throws `BadValue`. */
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

/** A whole number within both limits. */
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

/** One of some words. */
export function oneOf<const T extends string>(...choices: T[]): Read<T> {
  return (value) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new BadValue(`must be one of ${choices.join(', ')}`);
    return found;
  };
}

/** A text of a form; `what` ends the error message "must be …". */
export function matching(pattern: RegExp, what: string): Read<string> {
  return (value) => {
    if (!pattern.test(value)) throw new BadValue(`must be ${what}`);
    return value;
  };
}

/** A secret whose text starts with one of the prefixes that its issuer gives it. */
export function secretStarting(...prefixes: string[]): Read<Secret> {
  return (value) => {
    if (prefixes.some((prefix) => value.startsWith(prefix))) return new Secret(value);
    throw new BadValue(`must start with ${prefixes.join(' or ')}`);
  };
}

/** A secret of at least so many characters. */
export function secretOfLength(least: number): Read<Secret> {
  return (value) => {
    if (value.length < least) throw new BadValue(`must have at least ${least} characters`);
    return new Secret(value);
  };
}

/** Fewer different characters than any random secret of 32 has. */
const FEWEST_CHARACTERS = 8;

/** Random texts of at least 32 characters, with commas between them. One that repeats itself is guessed. */
export const randomSecrets: Read<readonly Secret[]> = (value) => {
  const texts = splitSecrets(value);
  if (new Set(texts).size < texts.length) throw new BadValue('must not name a secret twice');
  if (texts.some((one) => new Set(one).size < FEWEST_CHARACTERS && one.length >= 32)) {
    throw new BadValue('must be random, such as what openssl rand -base64 48 prints');
  }
  return texts.map(secretOfLength(32));
};

/** The texts of a list of secrets. */
export const splitSecrets = (value: string): string[] =>
  value.split(',').map((part) => part.trim());

function parseUrl(value: string, schemes: string[]): URL {
  const url = URL.parse(value);
  if (url === null || !schemes.includes(url.protocol.slice(0, -1))) {
    throw new BadValue(
      `must be an address starting with ${schemes.map((s) => `${s}:`).join(', ')}`,
    );
  }
  return url;
}

/** An http address without a path; the answer has no slash at its end. */
export const origin: Read<string> = (value) => {
  const url = parseUrl(value, ['http', 'https']);
  if (url.pathname !== '/' || url.search !== '' || url.username !== '' || url.hash !== '') {
    throw new BadValue('must be an address without a path, such as https://dockside.example');
  }
  return url.origin;
};

/** The address of the database: a file, or libSQL over HTTP or WebSocket, without a token in it. */
export const databaseUrl: Read<string> = (value) => {
  if (/^file:./.test(value)) return value;
  const url = parseUrl(value, ['file', 'libsql', 'https', 'http', 'wss', 'ws']);
  if (url.username !== '' || url.password !== '' || url.searchParams.has('authToken')) {
    throw new BadValue('must not carry a token: put that in DATABASE_AUTH_TOKEN');
  }
  return value;
};

/** `name@example.com`, also with a name before it: `Dockside <hello@dockside.example>`. */
export const sender: Read<string> = (value) => {
  const [, address = value] = /^[^<>\r\n]+ <([^<>]+)>$/.exec(value) ?? [];
  if (isEmail(address) || /^[\w-]+@localhost$/.test(address)) return value;
  throw new BadValue('must be an address such as Dockside <hello@dockside.example>');
};

/** The address of the mail server, with its password in it. */
export const smtpUrl: Read<Secret> = (value) => {
  parseUrl(value, ['smtp', 'smtps']);
  return new Secret(value);
};

/** Where photos are kept: a folder of this machine, or a bucket. */
export type PhotoStorage = { kind: 'folder'; path: string } | { kind: 's3'; bucket: string };

/** `file:FOLDER` or `s3://BUCKET`. */
export const photoStorage: Read<PhotoStorage> = (value) => {
  const [, folder] = /^file:(.+)$/.exec(value) ?? [];
  if (folder !== undefined) return { kind: 'folder', path: folder.replace(/^\/\//, '') };
  const [, bucket] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(value) ?? [];
  if (bucket !== undefined) return { kind: 's3', bucket };
  throw new BadValue('must be file:FOLDER or s3://BUCKET');
};

/** Codes with commas between them, in capitals and each once; `none` is an empty list. */
export const promoCodes: Read<readonly string[]> = (value) => {
  if (value.toLowerCase() === 'none') return [];
  const codes = value.split(',').map((code) => code.trim().toUpperCase());
  if (codes.some((code) => !/^[A-Z0-9-]{1,10}$/.test(code))) {
    throw new BadValue('must be codes of 1 to 10 letters or digits with commas between them');
  }
  return [...new Set(codes)];
};

/** The zone of the lake. */
export const HOME_ZONE = 'America/New_York';

/** The name of a time zone as Intl spells it. */
export const timeZone: Read<string> = (value) => {
  // To look a zone up for the first time takes 8 ms of a start, and this one is there.
  if (value === HOME_ZONE) return value;
  try {
    // Intl also takes offsets such as +05:00, which know no daylight saving.
    if (/^[A-Za-z]/.test(value)) {
      return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
    }
  } catch {
    // Unknown: said below.
  }
  throw new BadValue(`must be a time zone such as ${HOME_ZONE}`);
};

/** IP addresses and networks such as 10.0.0.0/8, with commas between them. */
export const networks: Read<readonly string[]> = (value) => {
  const entries = value.split(',').map((entry) => entry.trim());
  if (entries.every(isNetwork)) return entries;
  throw new BadValue(
    'must be IP addresses or networks such as 10.0.0.0/8, with commas between them',
  );
};

function isNetwork(entry: string): boolean {
  const [, address = '', bits] = /^([\da-f.:]+?)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const version = process.getBuiltinModule('node:net').isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}
