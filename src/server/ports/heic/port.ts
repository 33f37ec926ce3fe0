/** Reads photos of phones that neither every browser nor Bun reads. */
export type HeicPort = {
  /** The picture as a BMP, upright. Throws where it is none, is too large or takes too long. */
  toBmp(heic: Uint8Array): Promise<Uint8Array>;
};
