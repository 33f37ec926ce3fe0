import type { HeicPort } from './port';

const LONGEST_MS = 30_000;

/**
 * Reads one photo after the other, each in a process of its own that ends with it: what a large one
 * needs of memory is given back, and a file made to harm the decoder meets none of our data. In
 * threads, which end with the photo too, Bun 1.4.5 has crashed as a whole.
 *
 * @param program the program of that process
 */
export function createHeicDecoder(program: string): HeicPort {
  let last: Promise<unknown> = Promise.resolve();
  return {
    toBmp(heic) {
      const read = last.then(() => readApart(program, heic));
      last = read.catch(() => {});
      return read;
    },
  };
}

async function readApart(program: string, heic: Uint8Array): Promise<Uint8Array> {
  await using reader = Bun.spawn([process.execPath, '--no-env-file', program], {
    stdin: heic,
    stdout: 'pipe',
    stderr: 'ignore',
    env: {},
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  const [bmp, code] = await Promise.all([new Response(reader.stdout).bytes(), reader.exited]);
  if (code !== 0) throw new Error('it cannot be read');
  return bmp;
}
