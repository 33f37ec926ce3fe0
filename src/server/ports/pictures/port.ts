/** A JPEG, upright, without metadata. */
export type Jpeg = { bytes: Uint8Array; width: number; height: number };

/** Decodes the pictures that people send: JPEG, PNG, WebP, GIF, BMP and HEIC. */
export type PicturePort = {
  /**
   * Throws PictureUnreadable, PictureQueueFull, or another error if the reading itself failed or took too
   * long: the same picture may be read later.
   *
   * @param about.side the most pixels of its longer side
   * @param about.owner the account that sent it; accounts take turns
   */
  toJpeg(picture: Uint8Array, about: { side: number; owner: string }): Promise<Jpeg>;
};

/** The picture is at fault: it will never be read. */
export class PictureUnreadable extends Error {
  override readonly name = 'PictureUnreadable';
}

/** Too many pictures are waiting, of this account or of all. */
export class PictureQueueFull extends Error {
  override readonly name = 'PictureQueueFull';

  constructor(readonly of: 'owner' | 'all') {
    super(`too many pictures of ${of} are waiting`);
  }
}

/** How the reader's process ends if the picture is at fault. Bun itself ends with 1 if it can't start. */
export const UNREADABLE_EXIT = 65;

/** The reader's process sends width and height before the JPEG, four bytes each. */
export const SIZE_BYTES = 8;
