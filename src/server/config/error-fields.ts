import { inPlainWords, isErrorCode, isKnownName } from './plain-words';

type Fields = Record<string, unknown>;

/** Causes deeper than this say nothing new, and a circle of them would never end. */
const DEEPEST = 6;
const MOST_FRAMES = 7;

/**
 * An error as log fields, for the operator: its class, its codes, its message in plain words, the
 * frames of its stack, and its causes. Nothing that people typed is in it, wherever the error comes from:
 * the database's driver, Stripe's package, the mail client or the language itself.
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

/** The name of a class; an error may have been given any other text as its name. */
function classOf({ name }: Error): string {
  return /^[A-Z][A-Za-z]{2,50}$/.test(name) ? name : 'Error';
}

/** What programs say with a code: theirs, and the request by which Stripe finds it again. */
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

/** Drizzle puts a statement and its values into the message: a password's hash, a name, a phone. */
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

/** The frames of a stack. Its first lines repeat the message, which may have several lines. */
function framesOf({ message, stack = '' }: Error): string {
  const end = message === '' ? -1 : stack.indexOf(message);
  const lines = (end < 0 ? stack : stack.slice(end + message.length)).split('\n');
  return lines
    .filter((line) => /^\s+at (?:[\w.$<># [\]]+ \()?[^\s()]+:\d+\)?$/.test(line))
    .slice(0, MOST_FRAMES)
    .join('\n');
}
