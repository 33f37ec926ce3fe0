import { expect, test } from 'bun:test';
import { homePhotoIdIn, homePhotoPath, homePhotoSchema, shownPhoto } from './home-photo';

const large = { id: 'a'.repeat(32), width: 1600, height: 900 };
const small = { id: 'b'.repeat(32), width: 480, height: 270 };

test('browsers select a size, and know the photo’s proportions before it loads', () => {
  expect(shownPhoto({ alt: 'Our boat', sizes: [large, small] })).toEqual({
    alt: 'Our boat',
    src: `/photos/${large.id}.jpg`,
    srcSet: `/photos/${large.id}.jpg 1600w, /photos/${small.id}.jpg 480w`,
    sizes: '(min-width: 640px) 50vw, 100vw',
    width: 1600,
    height: 900,
    fetchPriority: 'high',
  });
  expect(shownPhoto(null)).toBeNull();
});

test('only the address of a size has an ID', () => {
  expect(homePhotoIdIn(homePhotoPath(large.id))).toBe(large.id);
  for (const path of ['/photos/../x.jpg', `/photos/${large.id}.png`, '/photos/a.jpg', '/photos/']) {
    expect(homePhotoIdIn(path)).toBeNull();
  }
});

test('a photo needs a description, and removing one doesn’t', () => {
  const accepts = (input: object) => homePhotoSchema.safeParse(input).success;
  const photo = 'data:image/png;base64,iVBORw0KGgo=';
  expect(accepts({ photo, alt: 'Our boat' })).toBe(true);
  expect(accepts({ alt: 'Our boat at the dock' })).toBe(true);
  expect(accepts({ photo: null, alt: '' })).toBe(true);
  expect(accepts({ photo, alt: ' ' })).toBe(false);
  expect(accepts({ alt: '' })).toBe(false);
});
