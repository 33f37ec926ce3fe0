import { expect, test } from 'bun:test';
import { toTenths } from '../money';
import { wrongFiguresText } from './wrong-figures';

const NO_ICE = { smallIceBags: 0, mediumIceBags: 0, largeIceBags: 0 };

test('staff see the delivered figures, the recorded figures, and the note', () => {
  const recorded = { ...NO_ICE, actualGallonsTenths: toTenths(14) };
  const delivered = { ...NO_ICE, smallIceBags: 2, actualGallonsTenths: toTenths(11) };
  expect(wrongFiguresText({ recorded, delivered, note: ' The keys moved. ' })).toBe(
    'The figures were wrong. Delivered: 11 gallons, ice: 2 small.\nRecorded: 14 gallons, no ice.\nThe keys moved.',
  );
  expect(wrongFiguresText({ recorded, delivered: recorded })).not.toContain('\n\n');
});
