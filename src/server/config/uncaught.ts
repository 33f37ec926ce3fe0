import {
  DatabaseDamagedError,
  DatabaseReplacedError,
  DatabaseTooOldError,
  isStepOfFailedBatch,
} from '@/db/engine/failures';
import { NoDatabaseError } from '@/db/first-start';
import { UsernameRefused } from '@/domain/account/username';
import { EnvError } from './env';
import { createLog, errorFields, errorInWords } from './log';

/** Errors with a message for the operator. */
const MENDABLE = [
  DatabaseDamagedError,
  DatabaseReplacedError,
  DatabaseTooOldError,
  NoDatabaseError,
  UsernameRefused,
];

/** Returns the sentences of an error that the operator can fix, otherwise null. */
export function operatorSentences(error: unknown): readonly string[] | null {
  if (error instanceof EnvError) return error.mistakes;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return ['Another program is using this port. Stop it, or set PORT to another one.'];
  }
  const isMendable = MENDABLE.some((kind) => error instanceof kind);
  return isMendable ? [(error as Error).message] : null;
}

/** A script's message about an error: how to fix it, or which part failed. */
export function sentencesFor(error: unknown): readonly string[] {
  return operatorSentences(error) ?? [errorInWords(error)];
}

/**
 * Ends the program with one line if an error isn't caught. Otherwise the runtime would print the whole
 * error, including the values of a failed statement.
 */
export function endAtUncaught(log = createLog()): void {
  const end = (error: unknown) => {
    const sentences = operatorSentences(error);
    if (sentences) console.error(sentences.join('\n'));
    else log.error('uncaught error', errorFields(error));
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', (error) => {
    if (!isStepOfFailedBatch(error)) end(error);
  });
}
