/** Private storage of photos. The server makes the keys; they never come from a request. */
export type PhotoStoragePort = {
  put(key: string, jpeg: Uint8Array): Promise<void>;
  /** Null where no photo is stored under the key. */
  get(key: string): Promise<Uint8Array | null>;
  /** Removing a photo twice is harmless. */
  remove(key: string): Promise<void>;
};
