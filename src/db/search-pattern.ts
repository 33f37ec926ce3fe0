import { phoneDigits } from '@/domain/phone';

/**
 * What people typed as a pattern for LIKE … ESCAPE '\'. A telephone number is found however it was
 * written down: as shown, with dots, or in one row.
 */
export function searchPattern(search: string): string {
  const groups = phoneGroups(search);
  return `%${groups ? groups.join('%') : search.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The groups of digits of a number of ours, or of its end; null for any other text. */
function phoneGroups(text: string): string[] | null {
  if (!/^[\d\s()+./-]+$/.test(text)) return null;
  const digits = phoneDigits(text).replace(/^1(?=\d{10}$)/, '');
  if (digits.length < 7 || digits.length > 10) return null;
  return [digits.slice(0, -7), digits.slice(-7, -4), digits.slice(-4)].filter(Boolean);
}
