import { phoneGroups } from '@/domain/text';

/**
 * What people typed as a pattern for LIKE … ESCAPE '\'. A telephone number is found however it was
 * written down: as shown, with dots, or in one row.
 */
export function searchPattern(search: string): string {
  const groups = phoneGroups(search);
  return `%${groups ? groups.join('%') : search.replace(/[\\%_]/g, '\\$&')}%`;
}
