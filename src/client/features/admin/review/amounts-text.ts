import { withNoBreaks } from '@/client/lib/no-breaks';
import { formatGallons, type GallonTenths } from '@/domain/money';
import { iceSizesText } from '@/domain/order/order';

/** @returns gallons and ice bags in one line, such as "28.4 gal, ice: 2 small" */
export function amountsText(amounts: {
  gallonsTenths: GallonTenths;
  smallIceBags: number;
  largeIceBags: number;
}): string {
  const ice = iceSizesText({ ...amounts, mediumIceBags: 0 });
  return withNoBreaks(`${formatGallons(amounts.gallonsTenths)} gal${ice ? `, ice: ${ice}` : ''}`);
}
