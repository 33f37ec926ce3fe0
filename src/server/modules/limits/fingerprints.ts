import { phoneKey } from '@/domain/phone-number';
import type { Settings } from '@/server/config/deps';
import { sign } from '../auth/tokens';
import { bucketOf } from './addresses';

/**
 * Fingerprints a phone number, so that it's counted but not stored. Every spelling of a number has
 * the same fingerprint.
 */
export const phoneFingerprint = ({ appSecret }: Settings, phone: string | null): string | null =>
  phone === null ? null : sign(appSecret, 'phone', phoneKey(phone));

/**
 * Fingerprints a network address, so that it's counted but not stored. An IPv6 network has one
 * fingerprint. Null without an address.
 */
export const addressMark = ({ appSecret }: Settings, address: string | null): string | null =>
  address === null ? null : sign(appSecret, 'address', bucketOf(address).text);
