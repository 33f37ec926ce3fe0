/** Works without pause, and regularly checks that the process that started it is still running. */
const PROGRAM = `
  const wanted = Number(process.argv.at(-1));
  for (;;) {
    const until = Date.now() + 500;
    while (Date.now() < until);
    try { process.kill(wanted, 0); } catch { process.exit(); }
  }
`;

/** Keeps one core busy until it's stopped or this process ends. */
export function keepBusy(): { stop(): void } {
  const child = Bun.spawn([process.execPath, '-e', PROGRAM, '--', String(process.pid)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { stop: () => child.kill('SIGKILL') };
}
