/** Sales per day and product, for the accountant. */
import type { CalendarDate } from '../dates';
import { type Cents, minus, NO_CENTS, plus } from '../money';
import { PRODUCTS, type Product, type SaleTax, type SoldProduct } from './tax';

/** A completed delivery, divided into products, with the tax that it includes. */
export type DatedSale = {
  date: CalendarDate;
  products: readonly SoldProduct[];
  iceBags: number;
  tax: SaleTax | null;
};

/** The sales of a product on a day. */
export type ProductSales = {
  date: CalendarDate;
  product: Product;
  deliveries: number;
  /** Tenths of a gallon, or bags of ice. Null for the delivery fee. */
  quantity: number | null;
  grossCents: Cents;
  taxCents: Cents;
  netCents: Cents;
  /** The part of the gross that exempt customers paid. */
  exemptCents: Cents;
};

/** Adds up sales by day and product, in order. A product that wasn't sold has no line. */
export function salesByProduct(sales: readonly DatedSale[]): ProductSales[] {
  const days = [...Map.groupBy(sales, ({ date }) => date)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return days.flatMap(([date, ofDay]) =>
    PRODUCTS.flatMap((product) => {
      const sold = ofDay.flatMap((sale) => soldOf(sale, product));
      return sold.length === 0 ? [] : [{ date, product, ...added(sold, product) }];
    }),
  );
}

function soldOf({ products, iceBags, tax }: DatedSale, product: Product) {
  const one = products.find((sold) => sold.product === product);
  if (!one) return [];
  const taxCents = tax?.parts.find((part) => part.product === product)?.taxCents ?? NO_CENTS;
  const isExempt = (tax?.certificate ?? null) !== null;
  return [{ ...one, iceBags, taxCents, exemptCents: isExempt ? one.amountCents : NO_CENTS }];
}

function added(sold: ReturnType<typeof soldOf>, product: Product) {
  const total = (of: (one: (typeof sold)[number]) => Cents) => plus(NO_CENTS, ...sold.map(of));
  const grossCents = total(({ amountCents }) => amountCents);
  const taxCents = total((one) => one.taxCents);
  return {
    deliveries: sold.length,
    quantity: product === 'delivery' ? null : sold.reduce((sum, one) => sum + quantityOf(one), 0),
    grossCents,
    taxCents,
    netCents: minus(grossCents, taxCents),
    exemptCents: total((one) => one.exemptCents),
  };
}

const quantityOf = ({
  gallonsTenths,
  iceBags,
}: {
  gallonsTenths: number | null;
  iceBags: number;
}) => gallonsTenths ?? iceBags;
