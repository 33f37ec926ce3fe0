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

/**
 * The limits are chosen so that waiting and decoding together end before the time limit of the call
 * that sent the picture.
 */
const BOUNDS: Bounds = { longestMs: 5_000, mostOfOwner: 12, mostOfAll: 40, longestWaitMs: 4_000 };

/**
 * Decodes one picture at a time, each in a process of its own. A picture that's made to keep a
 * decoder busy only costs one process for `longestMs` and doesn't slow down other calls. The
 * process has its own threads, its memory is freed at the end, and a file that attacks the decoder
 * can't reach our data. Starting the process takes 12 ms, so none is kept ready. We don't use
 * threads, because Bun 1.4.5 crashed with them.
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
  if (code === UNREADABLE_EXIT) throw new PictureUnreadable("the picture can't be decoded");
  if (code !== 0) throw new Error(`the picture decoder exited with ${code}`);
  const size = new DataView(read.buffer, read.byteOffset, SIZE_BYTES);
  return {
    bytes: read.subarray(SIZE_BYTES),
    width: size.getUint32(0),
    height: size.getUint32(4),
  };
}
