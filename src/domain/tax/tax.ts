/**
 * The taxes that our prices include. A sale's tax parts are calculated when its delivery is
 * completed, from the rates of the delivery's date, and stored with it.
 */
import {
  type Cents,
  cents,
  formatDollars,
  type GallonTenths,
  minus,
  NO_CENTS,
  NO_GALLONS,
  plus,
  priceOfGallons,
} from '../money';
import type { Discount, DiscountedLine } from '../pricing/discount';
import type { FuelType } from '../pricing/fuel';
import type { Quote } from '../pricing/quote';

/** What we sell, in display order. Each has its own tax rate. */
export const PRODUCTS = ['Regular', 'Premium', 'ice', 'delivery', 'service'] as const;
export type Product = (typeof PRODUCTS)[number];

/** The unit of a product's rate. Only what's sold by the gallon can be taxed by the gallon. */
export const TAX_KINDS = ['percent', 'gallon'] as const;
export type TaxKind = (typeof TAX_KINDS)[number];

/**
 * A tax rate. `value` is in thousandths of a percent, or in hundredths of a cent per gallon: 6% is
 * 6000, and $0.524 per gallon is 5240.
 */
export type TaxRate = { kind: TaxKind; value: number };

/** The rates in force. A product without one isn't taxed. */
export type TaxRates = { readonly [P in Product]?: TaxRate };

export const PRODUCT_FACTS: {
  readonly [P in Product]: {
    label: string;
    /** In a sentence. */
    name: string;
    hint: string;
    kinds: readonly TaxKind[];
  };
} = {
  Regular: {
    label: 'Regular',
    name: 'Regular',
    hint: 'Without the service charge.',
    kinds: TAX_KINDS,
  },
  Premium: {
    label: 'Premium',
    name: 'Premium',
    hint: 'Without the service charge.',
    kinds: TAX_KINDS,
  },
  ice: { label: 'Ice', name: 'ice', hint: 'All bag sizes.', kinds: ['percent'] },
  delivery: {
    label: 'Delivery Fee',
    name: 'the delivery fee',
    hint: 'For fuel, ice, or both.',
    kinds: ['percent'],
  },
  service: {
    label: 'Service Charge',
    name: 'the service charge',
    hint: 'Part of each gallon’s price.',
    kinds: TAX_KINDS,
  },
};

/** The highest value of a rate: 100 percent, or $10 per gallon. */
export const MOST_TAX = 100_000;
/** The decimals of a typed rate, in percent or dollars. */
export const TAX_DECIMALS: Record<TaxKind, number> = { percent: 3, gallon: 4 };

/** Formats a rate: "6%", "$0.524 per gallon", "none". */
export function rateText(rate: TaxRate | null | undefined): string {
  if (!rate) return 'none';
  const { kind, value } = rate;
  if (kind === 'percent') return `${value / 1_000}%`;
  const dollars = value / 10_000;
  return `$${value % 100 === 0 ? dollars.toFixed(2) : String(dollars)} per gallon`;
}

/** One product of a sale with its amount, which includes its tax. */
export type SoldProduct = {
  product: Product;
  amountCents: Cents;
  gallonsTenths: GallonTenths | null;
};

/** The figures of a delivery that decide its tax. */
export type Sale = {
  lines: Quote['lines'];
  /** The line that the discount reduces. Null without a discount. */
  discountOn: DiscountedLine | null;
  fuelType: FuelType;
  gallonsTenths: GallonTenths;
  /** Our service charge per gallon, which the fuel's price includes. */
  serviceChargeCents: Cents;
};

/** Divides a sale's lines into products, which add up to them to the cent. */
export function soldProducts({
  lines,
  discountOn,
  fuelType,
  gallonsTenths,
  serviceChargeCents,
}: Sale): SoldProduct[] {
  // The tax is in the price that's paid, so the discount reduces it.
  const paid = (line: DiscountedLine) =>
    line === discountOn ? plus(lines[line], lines.discount) : lines[line];
  const fuelCents = paid('fuel');
  // A custom price may be lower than the service charge.
  const serviceCents = cents(
    Math.min(fuelCents, priceOfGallons(gallonsTenths, serviceChargeCents)),
  );
  const sold: SoldProduct[] = [
    { product: fuelType, amountCents: minus(fuelCents, serviceCents), gallonsTenths },
    { product: 'ice', amountCents: paid('ice'), gallonsTenths: null },
    { product: 'delivery', amountCents: paid('delivery'), gallonsTenths: null },
    { product: 'service', amountCents: serviceCents, gallonsTenths },
  ];
  return sold.filter(({ amountCents }) => amountCents > 0);
}

/** Returns the tax that an amount includes, rounded once, half up, and at most the amount. */
export function taxIn(
  { amountCents, gallonsTenths }: SoldProduct,
  { kind, value }: TaxRate,
): Cents {
  if (kind === 'percent') return rounded(amountCents * value, 100_000 + value);
  return cents(Math.min(amountCents, rounded((gallonsTenths ?? 0) * value, 1_000)));
}

const rounded = (amount: number, by: number) => cents(Math.floor((2 * amount + by) / (2 * by)));

/** The tax part of one product. */
export type TaxPart = { product: Product; amountCents: Cents; taxCents: Cents };

/** The terms of a sale's tax, fixed when its delivery is completed. */
export type TaxTerms = {
  rates: TaxRates;
  serviceChargeCents: Cents;
  /** The number of the customer's exemption certificate. Null if they pay tax. */
  certificate: string | null;
};

/** The tax that a sale includes, stored with its appointment. */
export type SaleTax = TaxTerms & { parts: TaxPart[]; taxCents: Cents };

/**
 * Returns the tax that a sale includes. The total doesn't depend on it. An exempt customer pays the
 * same prices, and none of it is tax.
 */
export function saleTax(terms: TaxTerms, sale: Omit<Sale, 'serviceChargeCents'>): SaleTax {
  const parts =
    terms.certificate === null
      ? soldProducts({ ...sale, ...terms }).flatMap((sold): TaxPart[] => {
          const rate = terms.rates[sold.product];
          if (!rate) return [];
          const { product, amountCents } = sold;
          return [{ product, amountCents, taxCents: taxIn(sold, rate) }];
        })
      : [];
  const { rates, serviceChargeCents, certificate } = terms;
  const taxCents = plus(NO_CENTS, ...parts.map((part) => part.taxCents));
  return { rates, serviceChargeCents, certificate, parts, taxCents };
}

/** A delivered order with the tax terms of its completion, or null if no tax applied. */
type TaxedDelivery = {
  fuelType: FuelType;
  actualGallonsTenths: GallonTenths | null;
  taxes: TaxTerms | null;
  discount: Discount | null;
};

/** Returns the tax that a delivery's price includes, on its own terms. */
export function taxOf(
  { fuelType, actualGallonsTenths, taxes, discount }: TaxedDelivery,
  { lines }: Pick<Quote, 'lines'>,
): SaleTax | null {
  const gallonsTenths = actualGallonsTenths ?? NO_GALLONS;
  return (
    taxes && saleTax(taxes, { fuelType, gallonsTenths, lines, discountOn: discount?.on ?? null })
  );
}

/** A line of a receipt about tax. `detail` is the rate or the certificate. */
export type TaxLine = { term: string; amountCents: Cents | null; detail: string | null };

/** Returns a receipt's lines about the tax that its total includes. */
export function taxLines(tax: SaleTax | null): TaxLine[] {
  if (!tax) return [];
  const { rates, certificate, parts, taxCents } = tax;
  if (certificate !== null) {
    return [{ term: 'Tax exempt', amountCents: null, detail: `Certificate ${certificate}` }];
  }
  if (parts.length === 0) return [];
  return [
    ...parts.map((part) => ({
      term: `Tax on ${PRODUCT_FACTS[part.product].name}`,
      amountCents: part.taxCents,
      detail: rateText(rates[part.product]),
    })),
    { term: 'Tax included', amountCents: taxCents, detail: null },
  ];
}

/** Returns those lines as rows of a page: "Tax on Regular, $0.524 per gallon" and "$10.48". */
export const taxRows = (tax: SaleTax | null): { term: string; value: string }[] =>
  taxLines(tax).map(({ term, amountCents, detail }) =>
    amountCents === null
      ? { term, value: detail ?? '' }
      : { term: detail ? `${term}, ${detail}` : term, value: formatDollars(amountCents) },
  );
