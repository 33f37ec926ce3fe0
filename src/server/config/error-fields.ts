import { DomainError } from '@/domain/errors';
import { PaymentsRejected } from '@/server/ports/payments/port';

type Fields = Record<string, unknown>;

/** Errors nested deeper add no information, and a circular cause would never end. */
const DEEPEST = 6;
const MOST_FRAMES = 7;

/**
 * Converts an error to log fields for the operator: its class, codes, stack frames, and causes. Its message
 * is left out, because the database driver, Stripe's package, the email client, and the runtime may all
 * quote what people typed.
 */
export function errorFields(error: unknown): Fields {
  return fieldsOf(error, DEEPEST);
}

function fieldsOf(error: unknown, depth: number): Fields {
  if (!(error instanceof Error)) return { error: typeof error };
  return {
    error: classOf(error),
    ...codesOf(error),
    ...(isStatementError(error) && statementOf(error.query)),
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

/** A program's error code, such as ECONNREFUSED, SQLITE_FULL, or ERR_INVALID_URL. */
const SYSTEM_CODE = /^(E[A-Z0-9]{2,20}|(SQLITE|ERR)_[A-Z_]{2,50})$/;
/** The codes of our own errors, and Stripe's in `PaymentsRejected`. */
const OWN_CODE = /^[a-z_]{2,60}$/;

/** Codes of programs, and the ID with which Stripe can find the request. */
function codesOf(error: Error): Fields {
  const { extendedCode, code, statusCode, responseCode, requestId, statementIndex } =
    error as Error & Partial<Record<string, unknown>>;
  const isOurs = error instanceof DomainError || error instanceof PaymentsRejected;
  const told = [extendedCode, code].find(
    (one) => typeof one === 'string' && (isOurs ? OWN_CODE : SYSTEM_CODE).test(one),
  );
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

/** Drizzle's error contains the statement and its values, such as a password hash, a name, or a phone number. */
function isStatementError(error: Error): error is StatementError {
  return 'query' in error && 'params' in error && typeof error.query === 'string';
}

/** Returns a statement's verb and table, without its values. */
function statementOf(query: string): Fields {
  const [, verb, table] =
    /^\s*(insert into|update|delete from) "([a-z_]{1,40})"/i.exec(query) ??
    /^\s*(select)\b.* from "([a-z_]{1,40})"/is.exec(query) ??
    [];
  return verb && table ? { statement: `${verb.toLowerCase()} ${table}` } : {};
}

/** Returns the frames of a stack. Its first lines are left out, because they repeat the message. */
function framesOf({ message, stack = '' }: Error): string {
  const end = message === '' ? -1 : stack.indexOf(message);
  const lines = (end < 0 ? stack : stack.slice(end + message.length)).split('\n');
  return lines
    .filter((line) => /^\s+at (?:[\w.$><# [\]]+ \()?[^\s()]+:\d+\)?$/.test(line))
    .slice(0, MOST_FRAMES)
    .join('\n');
}
