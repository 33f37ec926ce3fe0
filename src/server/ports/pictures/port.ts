/** A JPEG, upright, without metadata. */
export type Jpeg = { bytes: Uint8Array; width: number; height: number };

/** Decodes the pictures that people send: JPEG, PNG, WebP, GIF, BMP, and HEIC. */
export type PicturePort = {
  /**
   * Converts a picture to a JPEG.
   *
   * @param about.side the maximum pixels of its longer side
   * @param about.owner the account that sent it, because accounts take turns
   * @throws PictureUnreadable, PictureQueueFull, or another error if the decoder failed or took too
   *   long, in which case a retry may succeed
   */
  toJpeg(picture: Uint8Array, about: { side: number; owner: string }): Promise<Jpeg>;
};

/** The picture is broken or unsupported, so a retry can't succeed. */
export class PictureUnreadable extends Error {
  override readonly name = 'PictureUnreadable';
}

/** Too many pictures are waiting, either from this account or in total. */
export class PictureQueueFull extends Error {
  override readonly name = 'PictureQueueFull';

  constructor(readonly of: 'owner' | 'all') {
    super(`too many pictures are waiting (${of})`);
  }
}

/** The decoder's exit code for a bad picture. Bun itself exits with 1 if it can't start. */
export const UNREADABLE_EXIT = 65;

/** The decoder sends width and height before the JPEG, 4 bytes each. */
export const SIZE_BYTES = 8;
