/** The processes of a run. Each has its own loopback port, and none survives the run. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Subprocess } from 'bun';

export const ROOT = join(import.meta.dir, '..');
const ANSWERS_WITHIN_MS = 20_000;

export type Started = {
  port: number;
  /** Time from the process's start to its first answer. */
  firstAnswerMs: number;
  /** CPU time until then, in ms. 0 if the system doesn't report it. */
  cpuAtFirstAnswerMs: number;
  /** The process's current memory, in kB. */
  memoryKb(): number;
  /** CPU time so far, in ms. Null if the system doesn't report it. */
  cpuMs(): number | null;
  stop(): Promise<void>;
};

const running = new Set<Subprocess>();

/** Stops all servers, even after an exception or Ctrl-C. */
export function killAll() {
  for (const child of running) child.kill('SIGKILL');
}

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const { port } = probe;
  probe.stop(true);
  return port;
}

/**
 * Starts a server, passes its port as PORT or as an argument, and waits until `path` answers.
 *
 * @throws Error with its output if it exits or doesn't answer
 */
export async function start(
  args: string[] | ((port: number) => string[]),
  path: string,
  env: Record<string, string> = {},
): Promise<Started> {
  const port = freePort();
  const program = typeof args === 'function' ? args(port) : args;
  const begun = performance.now();
  const child = Bun.spawn([process.execPath, '--no-env-file', ...program], {
    cwd: ROOT,
    // The server gets only the variables that any program needs to run, and none of the caller's
    // settings.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), ...env },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  running.add(child);
  const stop = async () => {
    child.kill('SIGTERM');
    const clock = setTimeout(() => child.kill('SIGKILL'), 3_000);
    await child.exited;
    clearTimeout(clock);
    running.delete(child);
  };
  while (!(await answers(`http://127.0.0.1:${port}${path}`))) {
    if (child.exitCode !== null || performance.now() - begun > ANSWERS_WITHIN_MS) {
      await stop();
      throw new Error(
        `${program.join(' ')} didn't answer:\n${await new Response(child.stderr).text()}`,
      );
    }
    await Bun.sleep(1);
  }
  const firstAnswerMs = performance.now() - begun;
  const cpuAtFirstAnswerMs = processorTimeOf(child.pid) ?? 0;
  return {
    port,
    firstAnswerMs,
    cpuAtFirstAnswerMs,
    memoryKb: () => memoryOf(child.pid),
    cpuMs: () => processorTimeOf(child.pid),
    stop,
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { keepalive: false })).ok;
  } catch {
    return false;
  }
}

/**
 * The CPU time of a process's threads, in ms. Null if the system doesn't report it. Ended threads don't
 * count, but Bun keeps its threads.
 */
export function processorTimeOf(pid: number): number | null {
  const folder = `/proc/${pid}/task`;
  if (!existsSync(folder)) return null;
  const times = readdirSync(folder).map((thread) => {
    const [nanoseconds] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1_000_000;
  });
  return times.reduce((sum, time) => sum + time, 0);
}

/** CPU ticks of all cores since the machine started. Null if the system doesn't report them. */
export function processorTime(): { all: number; stolen: number } | null {
  if (!existsSync('/proc/stat')) return null;
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  // The columns are user, nice, system, idle, iowait, irq, softirq, and steal. User already
  // includes the later ones.
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] ?? 0 };
}

type ProcessorTime = ReturnType<typeof processorTime>;

/**
 * Returns the share of the time between two readings in which a virtual machine waited for its
 * host.
 */
export function shareStolen(before: ProcessorTime, after: ProcessorTime): number | null {
  if (!before || !after || after.all === before.all) return null;
  return (after.stolen - before.stolen) / (after.all - before.all);
}

function memoryOf(pid: number): number {
  const { stdout } = Bun.spawnSync(['ps', '-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.toString().trim());
}
