import { errorFields } from './error-fields';
import { lazy } from './lazy';
import { inPlainWords } from './plain-words';

export { errorFields };

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
const ORDER: LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** None of them is called like a part of the entry, which it would hide. */
type Fields = Record<string, unknown> & { at?: never; level?: never; message?: never };

/**
 * One event. Fields hold ids and figures, never names or secrets. An error enters as `errorFields(error)`,
 * or under `reason`, which passes plain words only.
 */
export type LogEntry = {
  at: Date;
  level: Exclude<LogLevel, 'silent'>;
  message: string;
  fields: Fields;
};

/** Structured logging of one event a line. */
export type Log = Record<LogEntry['level'], (message: string, fields?: Fields) => void>;

/** A log, and a way to keep it quiet. */
type QuietableLog = Log & {
  /** Runs a job of our own making, of which only failures are worth a line. */
  quietly<T>(job: () => Promise<T>): Promise<T>;
};

/**
 * A log that writes events at or above `level`; warnings and errors go to stderr.
 *
 * @param level when left out `info`, and `warn` on a terminal, where a line for each request would
 *   push away the address and the sign-ins
 */
export function createLog(
  level?: LogLevel,
  write: (entry: LogEntry) => void = writeEntry,
): QuietableLog {
  // The stream is made by the first look at it, which takes longer than the rest of this file.
  const least = lazy(() => ORDER.indexOf(level ?? (process.stdout.isTTY ? 'warn' : 'info')));
  let quiet = false;
  const at = (own: LogEntry['level']) => {
    const rank = ORDER.indexOf(own);
    const isNews = rank < ORDER.indexOf('warn');
    return (message: string, fields: Fields = {}) => {
      if (rank < least() || (quiet && isNews)) return;
      write({ at: new Date(), level: own, message, fields: withoutPeople(fields) });
    };
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    async quietly(job) {
      quiet = true;
      try {
        return await job();
      } finally {
        quiet = false;
      }
    },
  };
}

function writeEntry(entry: LogEntry): void {
  const isBad = entry.level === 'warn' || entry.level === 'error';
  const stream = isBad ? process.stderr : process.stdout;
  stream.write(`${stream.isTTY ? lineForPeople(entry) : lineOfJson(entry)}\n`);
}

/** The form for programs. */
export function lineOfJson({ at, level, message, fields }: LogEntry): string {
  return JSON.stringify({ at: at.toISOString(), level, message, ...fields });
}

/**
 * The form for a person at a terminal: the time of day, the level, the message and the fields, all
 * on one line. Of an error's stack only the innermost frame is told; the form for programs has more.
 */
export function lineForPeople({ at, level, message, fields }: LogEntry): string {
  const time = at.toTimeString().slice(0, 8);
  const told = fieldsInWords(fields).join(', ');
  return `${time} ${level.padEnd(5)} ${message}${told && ` · ${told}`}`;
}

function fieldsInWords(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (name === 'stack') return /^\s*(at .*)$/m.exec(String(value))?.slice(1) ?? [];
    if (name === 'cause') return fieldsInWords(value as Fields);
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return [`${name} ${text.replace(/\s+/g, ' ')}`];
  });
}

/** What an error says, in one line and without what people typed: for a report to the operator. */
export const errorInWords = (error: unknown): string => {
  const { error: name, reason } = errorFields(error);
  return reason === undefined ? String(name) : `${name}: ${reason}`;
};

/** An error is told through `errorFields`, and a sentence that came with one only in plain words. */
function withoutPeople(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (value instanceof Error) return [name, errorFields(value)];
      return [name, name === 'reason' && typeof value === 'string' ? inPlainWords(value) : value];
    }),
  );
}
