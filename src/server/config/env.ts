import { mistakesTogether, type Source } from './env-checks';
import { BadValue } from './env-values';
import type { Variable } from './env-variable';
import { type Env, variables } from './env-variables';

/** Lists all mistakes in the environment, one sentence each. */
export class EnvError extends Error {
  constructor(readonly mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'EnvError';
  }
}

/**
 * Reads the settings from `source`. An empty variable counts as unset.
 *
 * @throws EnvError with one sentence for each mistake
 */
export function loadEnv(source: Source): Env {
  const given: Source = {};
  for (const [name, value] of Object.entries(source)) given[name] = value?.trim() || undefined;

  const mistakes: string[] = [];
  const env: Record<string, unknown> = {};
  for (const [name, row] of Object.entries<Variable<unknown>>(variables)) {
    const value = given[name] ?? (row.derive?.(given) || row.default);
    if (value === '' && row.optional) continue;
    try {
      env[name] = row.read(value);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      // If a default is wrong only because another variable is wrong, report only that variable.
      if (given[name] !== undefined) mistakes.push(`${name} ${error.message}.`);
    }
  }
  mistakes.push(...mistakesTogether(given));
  if (mistakes.length > 0) throw new EnvError(mistakes);
  return env as Env;
}

/**
 * Reads the settings from this process's environment. No other file of the app reads the
 * environment.
 */
export function readEnv(): Env {
  return loadEnv(process.env);
}
