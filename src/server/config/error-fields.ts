import { inPlainWords, isErrorCode, isKnownName } from './plain-words';

type Fields = Record<string, unknown>;

/** Deeper causes add nothing, and circular ones would never end. */
const DEEPEST = 6;
const MOST_FRAMES = 7;

/**
 * Converts an error to log fields for the operator: its class, codes, message in known words, stack frames,
 * and causes. They never contain anything people typed, even if the error comes from the database driver,
 * Stripe's package, the email client, or the runtime.
 */
export function errorFields(error: unknown): Fields {
  return fieldsOf(error, DEEPEST);
}

function fieldsOf(error: unknown, depth: number): Fields {
  if (!(error instanceof Error)) {
    return { error: typeof error === 'string' ? inPlainWords(error) : typeof error };
  }
  return {
    error: classOf(error),
    ...codesOf(error),
    ...(isStatementError(error)
      ? { reason: 'a statement failed', ...statementOf(error.query) }
      : { reason: inPlainWords(error.message) }),
    stack: framesOf(error),
    ...(error.cause === undefined || depth === 0
      ? {}
      : { cause: fieldsOf(error.cause, depth - 1) }),
  };
}

/** The name of the error's class, because its `name` could be any text. */
function classOf({ name }: Error): string {
  return /^[A-Z][A-Za-z]{2,50}$/.test(name) ? name : 'Error';
}

/** Codes of programs, and the ID with which Stripe can find the request. */
function codesOf(error: Error): Fields {
  const { extendedCode, code, statusCode, responseCode, requestId, statementIndex } =
    error as Error & Partial<Record<string, unknown>>;
  const codes = [extendedCode, code].filter((one) => typeof one === 'string');
  const told = codes.find((one) => isErrorCode(one) || isKnownName(one));
  const request = typeof requestId === 'string' && /^req_\w{4,60}$/.test(requestId);
  return {
    ...(told !== undefined && { code: told }),
    ...statusFields({ statusCode, responseCode, statementIndex }),
    ...(request && { stripeRequest: requestId }),
  };
}

function statusFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => typeof value === 'number' && value >= 0 && value < 1000,
    ),
  );
}

type StatementError = Error & { query: string };

/** Drizzle's message contains the statement and its values, such as a password hash, a name, or a phone number. */
function isStatementError(error: Error): error is StatementError {
  return 'query' in error && 'params' in error && typeof error.query === 'string';
}

/** The verb and the table of a statement, without its values. */
function statementOf(query: string): Fields {
  const [, verb, table] =
    /^\s*(insert into|update|delete from) "([a-z_]{1,40})"/i.exec(query) ??
    /^\s*(select)\b.* from "([a-z_]{1,40})"/is.exec(query) ??
    [];
  return verb && table ? { statement: `${verb.toLowerCase()} ${table}` } : {};
}

/** The frames of a stack, without its first lines, which repeat the message. */
function framesOf({ message, stack = '' }: Error): string {
  const end = message === '' ? -1 : stack.indexOf(message);
  const lines = (end < 0 ? stack : stack.slice(end + message.length)).split('\n');
  return lines
    .filter((line) => /^\s+at (?:[\w.$<># [\]]+ \()?[^\s()]+:\d+\)?$/.test(line))
    .slice(0, MOST_FRAMES)
    .join('\n');
}
