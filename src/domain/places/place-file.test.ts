import { expect, test } from 'bun:test';
import type { Place } from './place';
import { planImport } from './place-file';

const EAGLE: Place = {
  ...{ name: 'Eagle Point Marina', address: '12 Pier Rd', latitude: 41.9934, longitude: -86.1256 },
  ...{ note: 'Ring at the office', aliases: null },
};
const HEAD = 'name,address,latitude,longitude,note,other names';

test('new places are added, known ones change, and blank cells keep what’s stored', () => {
  const plan = planImport(
    [
      HEAD,
      'EAGLE point marina,14 Pier Rd,,,,EPM',
      'Sister Lakes Pier,,42.0811,-86.1984,"Shallow, stay left",',
    ].join('\n'),
    [EAGLE],
  );
  expect(plan).toEqual({
    added: [
      {
        ...{ name: 'Sister Lakes Pier', address: null, latitude: 42.0811, longitude: -86.1984 },
        ...{ note: 'Shallow, stay left', aliases: null },
      },
    ],
    changed: [{ ...EAGLE, name: 'EAGLE point marina', address: '14 Pier Rd', aliases: 'EPM' }],
    ...{ unchanged: 0, errors: [], moreErrors: 0 },
  });
});

test('importing the same file again changes nothing', () => {
  const text = `${HEAD}\nEagle Point Marina,12 Pier Rd,41.9934,-86.1256,Ring at the office,`;
  expect(planImport(text, [EAGLE])).toMatchObject({ added: [], changed: [], unchanged: 1 });
});

test('headings may have another order, other words, and decimal commas', () => {
  const text = 'Lat;Lng;Marina\n41,9934;-86,1256;Eagle Point Marina';
  expect(planImport(text, []).added).toMatchObject([
    { name: 'Eagle Point Marina', latitude: 41.9934, longitude: -86.1256 },
  ]);
});

test('each line with an error is listed', () => {
  const text = [
    HEAD,
    ',12 Pier Rd,,,,',
    'No Place,,,,,',
    'Half,12 Pier Rd,41.9,,,',
    'Far,12 Pier Rd,95,10,,',
    `${'x'.repeat(71)},12 Pier Rd,,,,`,
    'Good,1 Pier Rd,,,,',
    'GOOD,2 Pier Rd,,,,',
  ].join('\n');
  expect(planImport(text, []).errors).toEqual([
    { line: 2, message: 'Enter a name.' },
    { line: 3, message: 'Enter an address or a position, so that drivers can find the place.' },
    { line: 4, message: 'Latitude and longitude must be degrees, such as 41.98123 and -86.10987.' },
    { line: 5, message: 'Latitude and longitude must be degrees, such as 41.98123 and -86.10987.' },
    { line: 6, message: 'Please use at most 70 characters for the name.' },
    { line: 8, message: 'The same name is on line 7. Use each name once.' },
  ]);
});

test.each([
  ['', 'This file is empty.'],
  [
    'Eagle Point Marina,12 Pier Rd',
    'The first line must have the column names: name, address, latitude, longitude, note, other names.',
  ],
  ['name,name\nA,B', 'Two columns have the heading “name”. Keep one of them.'],
  ['name,lat\nA,1', 'Positions need two columns: latitude and longitude.'],
  [HEAD, 'There are no places below the headings.'],
  ['name\n"A', 'A quotation mark isn’t closed.'],
])('a file that isn’t a list is refused: %p', (text, message) => {
  expect(planImport(text, []).errors.map((error) => error.message)).toEqual([message]);
});

test('the list stays within 1,000 places, and long lists of errors are shortened', () => {
  const lines = (count: number) =>
    `name,address\n${Array.from({ length: count }, (_, i) => `Dock ${i},1 Pier Rd`).join('\n')}`;
  expect(planImport(lines(1_000), []).errors).toEqual([]);
  expect(planImport(lines(1_000), [EAGLE]).errors).toEqual([
    { line: 1, message: 'A list can have up to 1,000 places. With this file, it would have 1001.' },
  ]);
  const plan = planImport(`name,address\n${',1 Pier Rd\n'.repeat(50)}`, []);
  expect([plan.errors.length, plan.moreErrors]).toEqual([20, 30]);
});

test('a file with too many lines gets one error', () => {
  expect(planImport(`name,address\n${'A,1 Pier Rd\n'.repeat(100_000)}`, []).errors).toEqual([
    { line: 1, message: 'A list can have up to 1,000 places. This file has more.' },
  ]);
});
