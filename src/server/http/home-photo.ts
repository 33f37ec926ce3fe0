import { homePhotoIdIn, homePhotoKey } from '@/domain/home-photo';
import type { Deps } from '@/server/config/deps';
import type { IncomingRequest } from './request-pipeline';

/** The photo's address contains a hash of its content, so it never changes. */
const HEADERS = {
  'content-type': 'image/jpeg',
  'cache-control': 'public, max-age=31536000, immutable',
  // Emails show the logo inside the pages of email programs.
  'cross-origin-resource-policy': 'cross-origin',
};

/** Creates the route of the home page's photo and the logo, which everyone may see. */
export function createHomePhotoRoute({ photos }: Pick<Deps, 'photos'>) {
  return async ({ url: { pathname } }: IncomingRequest): Promise<Response> => {
    const id = homePhotoIdIn(pathname);
    const jpeg = id && (await photos.get(homePhotoKey(id)));
    return jpeg
      ? new Response(new Uint8Array(jpeg), { headers: HEADERS })
      : new Response('Not found', { status: 404 });
  };
}
