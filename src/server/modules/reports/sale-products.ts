import { NO_CENTS, NO_GALLONS } from '@/domain/money';
import type { DiscountedLine } from '@/domain/pricing/discount';
import { type PriceBook, pricesAt } from '@/domain/pricing/price-book';
import { quoteOf } from '@/domain/pricing/quote';
import { type SoldProduct, soldProducts } from '@/domain/tax/tax';
import type { SaleRow } from './sales-export.repository';

/**
 * Divides a delivery into products, with the service charge that was fixed with its tax.
 * @param discountOn the line that the discount reduces, or null for the prices before it
 */
export function productsOf(
  row: SaleRow,
  book: PriceBook,
  discountOn: DiscountedLine | null,
): SoldProduct[] {
  return soldProducts({
    lines: quoteOf({ ...row, totalPriceCents: NO_CENTS }).lines,
    discountOn,
    fuelType: row.fuelType,
    gallonsTenths: row.actualGallonsTenths ?? NO_GALLONS,
    serviceChargeCents:
      row.taxes?.serviceChargeCents ?? pricesAt(book, row.createdAt).serviceChargeCents,
  });
}
