/** Private photo storage. The server creates the keys, which never come from a request. */
export type PhotoStoragePort = {
  put(key: string, jpeg: Uint8Array): Promise<void>;
  /** Returns null if no photo is stored under the key. */
  get(key: string): Promise<Uint8Array | null>;
  /** Removes a photo. Removing it twice is harmless. */
  remove(key: string): Promise<void>;
};
