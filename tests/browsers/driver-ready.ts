/** Waits until a WebDriver accepts sessions, which takes some time after its process starts. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** A busy machine takes seconds to start a program. */
const READY_WITHIN_MS = 30_000;
const ASK_AGAIN_AFTER_MS = 50;

/**
 * Polls the driver until it accepts a session.
 *
 * @throws Error if its process didn't start, ended, or doesn't answer
 */
export async function driverReady(
  service: ChildProcess,
  address: string,
  withinMs = READY_WITHIN_MS,
): Promise<void> {
  let failure: string | undefined;
  service.once('error', (error) => {
    failure = `did not start (${error.message})`;
  });
  service.once('exit', (code) => {
    failure = `ended with code ${code}`;
  });
  const until = Date.now() + withinMs;
  while (!(await isReady(address))) {
    if (Date.now() > until) failure ??= `was not ready within ${withinMs} ms`;
    if (failure) throw new Error(`The driver at ${address} ${failure}.`);
    await sleep(ASK_AGAIN_AFTER_MS);
  }
}

/** Returns false while nothing listens. */
async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/status`, { signal: AbortSignal.timeout(2_000) });
    const { value } = (await answer.json()) as { value?: { ready?: boolean } };
    return value?.ready === true;
  } catch {
    return false;
  }
}
