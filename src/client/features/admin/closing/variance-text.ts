import { type Load, partText } from '@/domain/driver/on-board';

/** Formats a variance with its sign: "+1", "−3.2", or "0". */
export function varianceText(variance: Load, part: keyof Load): string {
  const text = partText(variance, part);
  return variance[part] > 0 ? `+${text}` : text.replace('-', '−');
}
