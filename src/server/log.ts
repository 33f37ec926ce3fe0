export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
const ORDER: LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** Structured logging: one JSON line each. Fields hold ids and figures, never names or secrets. */
export type Log = {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
};

/** A log that writes lines at or above `level`; warnings and errors go to stderr. */
export function createLog(level: LogLevel, write = writeLine): Log {
  const at = (own: Exclude<LogLevel, 'silent'>) => {
    if (ORDER.indexOf(own) < ORDER.indexOf(level)) return () => {};
    return (message: string, fields: Record<string, unknown> = {}) =>
      write(
        own,
        `${JSON.stringify({ at: new Date().toISOString(), level: own, message, ...fields })}\n`,
      );
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function writeLine(level: LogLevel, line: string) {
  (level === 'warn' || level === 'error' ? process.stderr : process.stdout).write(line);
}

/** An error as log fields: its name, message, stack and causes, for the operator only. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) };
  return {
    error: error.name,
    reason: error.message,
    stack: error.stack?.split('\n').slice(1, 8).join('\n'),
    ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }),
  };
}
