import type { UserActor } from '@/domain/roles';

/** Reads request bodies, with limits on their size and duration. */

/** The longest body of a call without photos, in bytes. */
export const ORDINARY_BODY = 256 * 1024;
/** The longest body of any call, in bytes. */
export const LARGEST_BODY = 10 * 1024 * 1024;

/** The time that a body may take, in ms, and the number of bytes that extend it by a second. */
export type BodyPace = { withinMs: number; bytesPerSecond: number };

/**
 * A photo over a weak signal takes minutes. But a body that only trickles in would occupy a place
 * among the long bodies.
 */
const BODY_PACE: BodyPace = { withinMs: 30_000, bytesPerSecond: 16 * 1024 };

/** Whether a request announces a body. */
export function announcesBody({ headers }: Request): boolean {
  return (headers.get('content-length') ?? '0') !== '0' || headers.has('transfer-encoding');
}

/** The reason why a body wasn't read. */
export type Unread = 'too_large' | 'too_slow';

/**
 * Reads a request's body.
 * @param mayBeLonger returns the limit in bytes; called once, and only if the body is longer than
 * ordinary ones
 * @returns the bytes, or why they weren't read: the body is longer than its caller may send, it
 * came too slowly, or its connection broke. If the length isn't announced, reading stops at the
 * limit.
 */
export async function readBody(
  request: Request,
  mayBeLonger: () => Promise<number>,
  pace = BODY_PACE,
): Promise<Uint8Array<ArrayBuffer> | Unread> {
  const header = request.headers.get('content-length');
  const announced = header === null ? null : Number(header);
  // Bun reads a body more slowly if its stream is requested first.
  if (announced !== null && announced <= ORDINARY_BODY) {
    return readInTime(request.bytes(), pace.withinMs);
  }
  if (request.body === null) return new Uint8Array();
  const most = announced === null ? null : await mayBeLonger();
  if (most !== null && announced !== null && announced > most) return 'too_large';
  return readParts(request.body, { most, mayBeLonger, pace });
}

async function readParts(
  body: ReadableStream<Uint8Array>,
  how: { most: number | null; mayBeLonger: () => Promise<number>; pace: BodyPace },
): Promise<Uint8Array<ArrayBuffer> | Unread> {
  const { withinMs, bytesPerSecond } = how.pace;
  const started = performance.now();
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let { most } = how;
  let size = 0;
  for (;;) {
    const until = started + withinMs + (size / bytesPerSecond) * 1000;
    const part = await readInTime(reader.read(), until - performance.now());
    if (part === 'too_slow') return part;
    if (part.done) return Buffer.concat(parts);
    parts.push(part.value);
    size += part.value.byteLength;
    if (size <= ORDINARY_BODY) continue;
    most ??= await how.mayBeLonger();
    if (size > most) return 'too_large';
  }
}

/** Returns the result of reading, or `too_slow` if it takes longer or the connection breaks. */
async function readInTime<T>(reading: Promise<T>, ms: number): Promise<T | 'too_slow'> {
  const late = Promise.withResolvers<'too_slow'>();
  const timer = setTimeout(() => late.resolve('too_slow'), Math.max(0, ms));
  try {
    return await Promise.race([reading, late.promise]);
  } catch {
    return 'too_slow';
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Maximum number of long bodies at a time. Each one uses up to 10 MB of memory while it arrives and is
 * processed.
 */
const MOST = { ofAccount: 2, ofCustomers: 8, ofCrew: 8 };

/**
 * Counts the long bodies in progress. Customers and crew have separate limits, so that neither
 * group can block the other.
 */
export class LongBodies {
  readonly #here: { userId: string; isCrew: boolean }[] = [];

  /**
   * Reserves a place for a long body of this account. @returns a function that frees the place, or
   * null if there is none
   */
  take({ userId, role }: UserActor): (() => void) | null {
    const isCrew = role !== 'customer';
    const ofAccount = this.#here.filter((one) => one.userId === userId).length;
    const ofGroup = this.#here.filter((one) => one.isCrew === isCrew).length;
    const most = isCrew ? MOST.ofCrew : MOST.ofCustomers;
    if (ofAccount >= MOST.ofAccount || ofGroup >= most) return null;
    const place = { userId, isCrew };
    this.#here.push(place);
    return () => {
      const at = this.#here.indexOf(place);
      if (at >= 0) this.#here.splice(at, 1);
    };
  }
}
