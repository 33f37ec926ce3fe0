import { S3Client } from 'bun';
import type { PhotoStoragePort } from './port';

/** Stores photos in a bucket of Amazon S3 or a compatible service. */
export function createS3Photos(options: {
  bucket: string;
  accessKeyId?: string;
  secretAccessKey?: string;
  region?: string;
  endpoint?: string;
}): PhotoStoragePort {
  const bucket = new S3Client(options);
  return {
    async put(key, jpeg) {
      await bucket.write(key, jpeg, { type: 'image/jpeg' });
    },
    async get(key) {
      return (await bucket.exists(key)) ? bucket.file(key).bytes() : null;
    },
    async remove(key) {
      await bucket.delete(key);
    },
  };
}
