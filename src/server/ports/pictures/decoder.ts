import {
  type Jpeg,
  type PicturePort,
  PictureUnreadable,
  SIZE_BYTES,
  UNREADABLE_EXIT,
} from './port';
import { createTurns, type Turns } from './turns';

type Bounds = Turns & {
  /** How long the process may take for one picture, in ms. */
  longestMs: number;
};

/** Waiting and reading together end before the call that sent the picture is given up. */
const BOUNDS: Bounds = { longestMs: 5_000, mostOfOwner: 12, mostOfAll: 40, longestWaitMs: 4_000 };

/**
 * Reads one picture after the other, each in a process of its own that ends with it. A picture made to
 * keep a decoder busy costs one process for as long as `longestMs`, and neither sign-ins nor other calls:
 * its threads aren't ours, its memory is given back, and a file made to harm the decoder meets none of our
 * data. Starting that process takes 12 ms, so none is kept waiting. In threads, Bun 1.4.5 has crashed.
 *
 * @param program the program of that process
 */
export function createPictureDecoder(program: string, bounds: Partial<Bounds> = {}): PicturePort {
  const { longestMs, ...turns } = { ...BOUNDS, ...bounds };
  const inTurn = createTurns(turns);
  return {
    toJpeg: (picture, { side, owner }) =>
      inTurn(owner, () => readApart(program, picture, { side, longestMs })),
  };
}

async function readApart(
  program: string,
  picture: Uint8Array,
  { side, longestMs }: { side: number; longestMs: number },
): Promise<Jpeg> {
  await using reader = Bun.spawn([process.execPath, '--no-env-file', program, String(side)], {
    stdin: picture,
    stdout: 'pipe',
    stderr: 'ignore',
    env: {},
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  const [read, code] = await Promise.all([new Response(reader.stdout).bytes(), reader.exited]);
  if (code === UNREADABLE_EXIT) throw new PictureUnreadable('it cannot be read');
  if (code !== 0) throw new Error(`its reader ended with ${code}`);
  const size = new DataView(read.buffer, read.byteOffset, SIZE_BYTES);
  return {
    bytes: read.subarray(SIZE_BYTES),
    width: size.getUint32(0),
    height: size.getUint32(4),
  };
}
