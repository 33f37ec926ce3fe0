import { phoneKey } from '@/domain/phone-number';
import type { Settings } from '@/server/config/deps';
import { sign } from '../auth/tokens';
import { bucketOf } from './addresses';

/**
 * Signatures under which phones and network addresses are counted, so that neither is kept. A number
 * has one mark however it is written, and an IPv6 network has one.
 */
export const phoneFingerprint = ({ appSecret }: Settings, phone: string | null): string | null =>
  phone === null ? null : sign(appSecret, 'phone', phoneKey(phone));

/** Stands for a client's address in the tables, from which it cannot be read back; null without an address. */
export const addressMark = ({ appSecret }: Settings, address: string | null): string | null =>
  address === null ? null : sign(appSecret, 'address', bucketOf(address).text);
