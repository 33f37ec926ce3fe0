/** Private storage of photos. Keys are made by the server and never come from a request. */
export type PhotoStoragePort = {
  put(key: string, jpeg: Uint8Array): Promise<void>;
  /** Null when nothing is stored under the key. */
  get(key: string): Promise<Uint8Array | null>;
  /** Removing what is not there is harmless. */
  remove(key: string): Promise<void>;
};
