/**
 * `bun run build`: builds the browser's code into dist/client, what renders its first pages into
 * dist/first-page, and the server into dist/server. With a folder as its argument it builds there, with
 * React's development build in the pages: it tells of every difference between page and server.
 */
import { join } from 'node:path';
import { fingerprint, noteBuilt } from './build-stamp';
import { buildClient } from './client-build';
import { buildFirstPage } from './first-page-build';
import { buildServer } from './server-build';

const [folder] = process.argv.slice(2);
if (folder) {
  await buildClient(folder, 'development');
  await buildFirstPage(folder);
  await buildServer(join(folder, 'server'));
} else {
  const sources = await fingerprint();
  await buildClient();
  await buildFirstPage();
  await buildServer();
  await noteBuilt(sources);
}
