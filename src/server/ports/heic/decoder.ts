import type { HeicPort } from './port';
import type { HeicAnswer } from './thread';

const LONGEST_MS = 30_000;

/**
 * Reads one photo after the other, each in a thread of its own that ends with it: what a large one needs
 * of memory is given back.
 *
 * @param program the program of the thread
 */
export function createHeicDecoder(program: string): HeicPort {
  let last: Promise<unknown> = Promise.resolve();
  return {
    toBmp(heic) {
      const read = last.then(() => readInThread(program, heic));
      last = read.catch(() => {});
      return read;
    },
  };
}

async function readInThread(program: string, heic: Uint8Array): Promise<Uint8Array> {
  const thread = new Worker(program);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const bmp = await new Promise<HeicAnswer>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('it took too long')), LONGEST_MS);
      thread.onmessage = ({ data }: { data: HeicAnswer }) => resolve(data);
      thread.onerror = ({ message }) => reject(new Error(message));
      thread.postMessage(heic);
    });
    if (!bmp) throw new Error('it cannot be read');
    return bmp;
  } finally {
    clearTimeout(timer);
    thread.terminate();
  }
}
