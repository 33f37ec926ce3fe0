import { dirname } from 'node:path';
import { filePath } from '@/db/client';

/**
 * Where this machine keeps what is not in the database: beside the database file, or `data/` where
 * the database is on a server.
 */
export function dataFolder({ DATABASE_URL: url }: { DATABASE_URL: string }): string {
  return url.startsWith('file:') ? dirname(filePath(url)) : './data';
}
