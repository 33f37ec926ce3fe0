import { type HeicPort, HeicUnreadable, UNREADABLE_EXIT } from './port';

const LONGEST_MS = 30_000;

/**
 * Reads one photo after the other, each in a process of its own that ends with it: what a large one
 * needs of memory is given back, and a file made to harm the decoder meets none of our data. In
 * threads, which end with the photo too, Bun 1.4.5 has crashed as a whole.
 *
 * @param program the program of that process
 * @param options.longestMs how long it may take for one photo, in ms
 */
export function createHeicDecoder(program: string, { longestMs = LONGEST_MS } = {}): HeicPort {
  let last: Promise<unknown> = Promise.resolve();
  return {
    toBmp(heic) {
      const read = last.then(() => readApart(program, heic, longestMs));
      last = read.catch(() => {});
      return read;
    },
  };
}

async function readApart(program: string, heic: Uint8Array, timeout: number): Promise<Uint8Array> {
  await using reader = Bun.spawn([process.execPath, '--no-env-file', program], {
    stdin: heic,
    stdout: 'pipe',
    stderr: 'ignore',
    env: {},
    timeout,
    killSignal: 'SIGKILL',
  });
  const [bmp, code] = await Promise.all([new Response(reader.stdout).bytes(), reader.exited]);
  if (code === UNREADABLE_EXIT) throw new HeicUnreadable('it cannot be read');
  if (code !== 0) throw new Error(`its reader ended with ${code}`);
  return bmp;
}
