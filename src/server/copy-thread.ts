import { keepCopy } from '@/db/engine/copy-thread';

// The build turns this into a separate program next to main.js, so that the thread doesn't load the
// rest of the product.
keepCopy();
