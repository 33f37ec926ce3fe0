import { dirname } from 'node:path';
import { filePath } from '@/db/client';

/**
 * The folder for data outside the database: next to the database file, or `data/` if the database is on a
 * server.
 */
export function dataFolder({ DATABASE_URL: url }: { DATABASE_URL: string }): string {
  return url.startsWith('file:') ? dirname(filePath(url)) : './data';
}
