import { formatDollars } from '../money';
import { type OrderItems, orderText } from '../order/order';
import type { PricesNow } from '../pricing/price-book';
import { quoteNew } from '../pricing/quote';
import { saleTax, type TaxRates } from './tax';

/** Formats a sample: "30 gal Regular, 2 small ice bags for $163.00: $0.00 → $16.29 tax included". */
export function taxSampleText(
  order: OrderItems,
  prices: PricesNow,
  { before, after }: { before: TaxRates; after: TaxRates },
): string {
  const { lines, totalCents } = quoteNew(order, prices);
  const [from, to] = [before, after].map((rates) => {
    const { serviceChargeCents } = prices.list;
    const sale = {
      lines,
      discountOn: null,
      fuelType: order.fuelType,
      gallonsTenths: order.estimatedGallonsTenths,
    };
    return formatDollars(saleTax({ rates, serviceChargeCents, certificate: null }, sale).taxCents);
  });
  const tax = from === to ? from : `${from} → ${to}`;
  return `${orderText(order)} for ${formatDollars(totalCents)}: ${tax} tax included`;
}
