import { DatabaseReplacedError, DatabaseTooOldError } from '@/db/engine/failures';
import { NoDatabaseError } from '@/db/first-start';
import { UsernameRefused } from '@/domain/account/username';
import { EnvError } from './env';
import { createLog, errorFields, errorInWords } from './log';

/** Failures whose message says how to mend them. */
const MENDABLE = [DatabaseReplacedError, DatabaseTooOldError, NoDatabaseError, UsernameRefused];

/** Sentences for a failure that the operator can mend; null for any other. */
export function operatorSentences(error: unknown): readonly string[] | null {
  if (error instanceof EnvError) return error.mistakes;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return ['Another program listens on this port: stop it, or set PORT to another one.'];
  }
  const isMendable = MENDABLE.some((kind) => error instanceof kind);
  return isMendable ? [(error as Error).message] : null;
}

/** What a program says of a failure to its operator: how to mend it, or what failed, in plain words. */
export function sentencesFor(error: unknown): readonly string[] {
  return operatorSentences(error) ?? [errorInWords(error)];
}

/**
 * Ends the program at a failure that nothing caught, with one line. Left to itself the runtime prints
 * the whole error, and the values of a failed statement with it.
 */
export function endAtUncaught(log = createLog()): void {
  const end = (error: unknown) => {
    const sentences = operatorSentences(error);
    if (sentences) console.error(sentences.join('\n'));
    else log.error('a failure that nothing caught', errorFields(error));
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
