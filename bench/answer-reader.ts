const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Reads the HTTP/1.1 answers of a connection with one request at a time. It reads bodies with a length
 * and chunked bodies, and throws on anything else.
 */
export class AnswerReader {
  #held: Buffer = Buffer.alloc(0);

  /** Adds received bytes. @returns the status once the answer is complete, null until then */
  read(chunk: Buffer): number | null {
    const data = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const headEnd = data.indexOf(HEAD_END);
    if (headEnd < 0) return this.#hold(data);
    const head = data.toString('latin1', 0, headEnd).toLowerCase();
    const bodyStart = headEnd + HEAD_END.length;
    const status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
    const isWhole =
      length === undefined
        ? chunksAreOver(head, data, bodyStart)
        : data.length >= bodyStart + Number(length);
    if (!isWhole) return this.#hold(data);
    if (this.#held.length > 0) this.#held = Buffer.alloc(0);
    return status;
  }

  #hold(data: Buffer): null {
    // The socket reuses its buffer, so the part that's needed later is copied.
    this.#held = Buffer.from(data);
    return null;
  }
}

function chunksAreOver(head: string, data: Buffer, bodyStart: number): boolean {
  if (!/\r\ntransfer-encoding: *chunked/.test(head)) {
    throw new Error(`The answer has an unknown length:\n${head}`);
  }
  return data.toString('latin1', Math.max(bodyStart, data.length - 5)).endsWith('0\r\n\r\n');
}
