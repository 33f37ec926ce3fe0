/** Reads photos of phones that neither every browser nor Bun reads. */
export type HeicPort = {
  /**
   * The picture as a BMP, upright. Throws HeicUnreadable where it is none or is too large, and another error
   * where the reading itself failed or took too long: the same photo may be read later.
   */
  toBmp(heic: Uint8Array): Promise<Uint8Array>;
};

/** The photo is at fault: it will never be read. */
export class HeicUnreadable extends Error {
  override readonly name = 'HeicUnreadable';
}

/** How the process of the decoder ends where the photo is at fault. Bun itself ends with 1 where it does not start. */
export const UNREADABLE_EXIT = 65;
