/** Runs the project's other programs to their end, without this machine's settings. */
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');

export interface Ended {
  code: number;
  /** The program's stdout, trimmed. */
  out: string;
  /** The program's stderr. */
  err: string;
}

/** Variables that put a program's database, photos, and secret in a folder. */
export const settingsOf = (folder: string) => ({
  DATABASE_URL: `file:${join(folder, 'dockside.db')}`,
  PHOTO_STORAGE: `file:${join(folder, 'photos')}`,
});

/**
 * Runs a program until it ends.
 *
 * @param args its file from the project's root, and its arguments
 * @param env its only settings
 * @param input its stdin
 */
export async function runProgram(
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<Ended> {
  const child = Bun.spawn([process.execPath, '--no-env-file', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, out: out.trim(), err };
}
