import type { DeliveryMethod } from '@/domain/account/profile';
import { FUEL_LABELS, FUEL_TYPES } from '@/domain/pricing/fuel';

/** These options appear in several forms. */
export const FUEL_CHOICES = FUEL_TYPES.map((value) => ({ value, label: FUEL_LABELS[value] }));

export const DELIVERY_METHOD_CHOICES: readonly { value: DeliveryMethod; label: string }[] = [
  { value: 'boat', label: 'Fill up my boat' },
  { value: 'cans', label: 'Fill up my gas cans' },
];
