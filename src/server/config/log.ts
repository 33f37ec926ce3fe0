import { errorFields } from './error-fields';
import { lazy } from './lazy';

export { errorFields };

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
const ORDER: LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/**
 * Some field names are forbidden. The entry's own keys would be overwritten, and `reason` could contain an
 * error's message, which may quote what people typed.
 */
type Fields = Record<string, unknown> & {
  at?: never;
  level?: never;
  message?: never;
  reason?: never;
};

/** One event. Fields contain IDs and numbers, never names or secrets. Pass an error as `errorFields(error)`. */
export type LogEntry = {
  at: Date;
  level: Exclude<LogLevel, 'silent'>;
  message: string;
  fields: Fields;
};

/** Structured log with one event per line. */
export type Log = Record<LogEntry['level'], (message: string, fields?: Fields) => void>;

/** A log that can be silenced for a while. */
type QuietableLog = Log & {
  /** Runs a job and logs only its warnings and errors. */
  quietly<T>(job: () => Promise<T>): Promise<T>;
};

/**
 * Creates a log that writes events at or above `level`. Warnings and errors go to stderr.
 *
 * @param level defaults to `info`, or to `warn` on a terminal, where a line per request would push the
 *   address and the demo sign-ins out of view
 */
export function createLog(
  level?: LogLevel,
  write: (entry: LogEntry) => void = writeEntry,
): QuietableLog {
  // Read on first use, because the first access to stdout creates its stream, which is slow.
  const least = lazy(() => ORDER.indexOf(level ?? (process.stdout.isTTY ? 'warn' : 'info')));
  let quiet = false;
  const at = (own: LogEntry['level']) => {
    const rank = ORDER.indexOf(own);
    const isNews = rank < ORDER.indexOf('warn');
    return (message: string, fields: Fields = {}) => {
      if (rank < least() || (quiet && isNews)) return;
      write({ at: new Date(), level: own, message, fields: withoutMessages(fields) });
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

/** Formats an event for programs. */
export function lineOfJson({ at, level, message, fields }: LogEntry): string {
  return JSON.stringify({ at: at.toISOString(), level, message, ...fields });
}

/**
 * Formats an event for a person at a terminal: the time of day, the level, the message, and the fields on
 * one line. It only has the innermost frame of a stack trace. The format for programs has all of it.
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

/** An error's class and code in one line for the operator, with nothing that people typed. */
export const errorInWords = (error: unknown): string => {
  const { error: name, code, cause } = errorFields(error);
  const told = code ?? (cause as Record<string, unknown> | undefined)?.code;
  return told === undefined ? String(name) : `${name} (${told})`;
};

/** Converts the errors among the fields with `errorFields`. */
function withoutMessages(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? errorFields(value) : value,
    ]),
  );
}
