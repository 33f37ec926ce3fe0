import { expect, test } from 'bun:test';
import { roundScale } from './step-plot';

test('the lines of a price plot are at round values, with space above and below', () => {
  expect(roundScale(310, 416)).toEqual({ bottom: 250, top: 450, step: 50 });
  expect(roundScale(310, 310)).toEqual({ bottom: 305, top: 315, step: 5 });
  expect(roundScale(3, 3)).toEqual({ bottom: 0, top: 10, step: 5 });
});
