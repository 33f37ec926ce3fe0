import { amountCell, csvLine } from '@/domain/csv';
import { formatGallons, gallonTenths } from '@/domain/money';
import type { ProductSales } from '@/domain/tax/sales';
import { PRODUCT_FACTS } from '@/domain/tax/tax';

/**
 * The header line of the sales file. docs/sales-csv.md explains each column. Add new columns at the
 * end, so that existing ones keep their position.
 */
export const SALES_CSV_HEAD = csvLine([
  'Date',
  'Product',
  'Deliveries',
  'Quantity',
  'Unit',
  'Gross',
  'Tax',
  'Net',
  'Exempt',
]);

/** Formats the sales of a product on a day as a CSV line. */
export function salesCsvLine(sales: ProductSales): string {
  const { date, product, deliveries, quantity, grossCents, taxCents, netCents } = sales;
  return csvLine([
    date,
    PRODUCT_FACTS[product].label,
    deliveries,
    ...quantityCells(product, quantity),
    amountCell(grossCents),
    amountCell(taxCents),
    amountCell(netCents),
    amountCell(sales.exemptCents),
  ]);
}

function quantityCells(product: ProductSales['product'], quantity: number | null) {
  if (quantity === null) return [null, null];
  return product === 'ice'
    ? [quantity, 'bags']
    : [formatGallons(gallonTenths(quantity)), 'gallons'];
}
