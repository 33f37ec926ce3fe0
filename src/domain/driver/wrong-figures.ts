import { formatGallons, type GallonTenths } from '../money';
import { iceSizesText, type Order } from '../order/order';

type Figures = { actualGallonsTenths: GallonTenths } & Pick<
  Order,
  'smallIceBags' | 'mediumIceBags' | 'largeIceBags'
>;

/** Formats delivered amounts: "11 gallons, ice: 2 small". */
export function deliveredText(figures: Figures): string {
  const ice = iceSizesText(figures);
  const gallons = `${formatGallons(figures.actualGallonsTenths)} gallons`;
  return ice ? `${gallons}, ice: ${ice}` : `${gallons}, no ice`;
}

/** Returns the text for staff about a delivery that the driver recorded with wrong figures. */
export function wrongFiguresText(facts: {
  recorded: Figures;
  delivered: Figures;
  note?: string | undefined;
}): string {
  const { recorded, delivered, note = '' } = facts;
  return [
    `The figures were wrong. Delivered: ${deliveredText(delivered)}.`,
    `Recorded: ${deliveredText(recorded)}.`,
    note.trim(),
  ]
    .filter(Boolean)
    .join('\n');
}
