import { formatGallons, type GallonTenths, NO_GALLONS } from '@/domain/money';
import { deliveredFields } from '@/domain/order/staff-order.schema';
import { meteredGallons, readingsDoubt, readingsOf } from '@/domain/trucks/ticket';
import { readingFields } from '@/domain/trucks/ticket.schema';

const { meterStart } = readingFields;
const { actualGallons } = deliveredFields;

/** The readings as typed. */
export type TypedReadings = { meterStart?: unknown; meterEnd?: unknown };
type TypedGallons = { actualGallons?: unknown };

const readingOf = (typed: unknown) => meterStart.safeParse(typed).data ?? null;

/** The typed gallons, or null if they aren't a number. */
export const gallonsOf = ({ actualGallons: typed }: TypedGallons): GallonTenths | null =>
  actualGallons.safeParse(typed).data ?? null;

/** True if the typed gallons are a number above 0. */
export const hasGallons = (typed: unknown) => (gallonsOf({ actualGallons: typed }) ?? 0) > 0;

/** The gallons that the typed readings give, as text for their field. Null unless they're numbers. */
export function meteredText(typed: TypedReadings): string | null {
  const readings = readingsOf(readingOf(typed.meterStart), readingOf(typed.meterEnd));
  const gallons = readings && meteredGallons(readings);
  return gallons === null ? null : formatGallons(gallons);
}

/** The question about readings that don't match the gallons, or blank. */
export function meterDoubt(typed: TypedGallons & TypedReadings): string {
  const readings = readingsOf(readingOf(typed.meterStart), readingOf(typed.meterEnd));
  return readingsDoubt(readings, gallonsOf(typed) ?? NO_GALLONS) ?? '';
}

/** The blank fields, unless both are blank and the readings aren't required. */
export function missingReadings(typed: TypedReadings, isRequired: boolean) {
  const fields = ['meterStart', 'meterEnd'] as const;
  const missing = fields.filter((name) => !typed[name]);
  return isRequired || missing.length === 1 ? missing : [];
}
