import type { FileConnection } from './file-connection';

/**
 * The newest change in a file, asked once in a turn of the event loop. Requests that are handled in
 * one turn had all arrived before its first question (what arrives meanwhile waits for the next
 * turn), so the answer is newer than each of them; a write of our own in the same turn forgets it.
 */
export class FileVersion {
  #ask: (() => number) | null = null;
  #answer: number | null = null;

  constructor(private readonly file: FileConnection) {}

  readonly read = (): number => {
    if (this.#answer !== null) return this.#answer;
    // Prepared when first asked, because the table is made by the migrations.
    this.#ask ??= this.file.prepareNumber('select max(seq) from changes');
    this.#answer = this.#ask();
    setImmediate(this.forget);
    return this.#answer;
  };

  readonly forget = (): void => {
    this.#answer = null;
  };
}
