/**
 * `bun run build` builds the browser's code into dist/client, the renderer of the first pages into
 * dist/first-page, and the server into dist/server. Given a folder, it builds there with React's
 * development build, which reports all differences between the server's page and the browser's.
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
