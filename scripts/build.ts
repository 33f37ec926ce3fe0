/** `bun run build`: builds the browser's code into dist/client and the server into dist/server. */
import { fingerprint, noteBuilt } from './build-stamp';
import { buildClient } from './client-build';
import { buildServer } from './server-build';

const sources = await fingerprint();
await buildClient();
await buildServer();
await noteBuilt(sources);
