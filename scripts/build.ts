/** `bun run build`: builds the browser's code into dist/client. */
import { buildClient } from './client-build';

await buildClient();
