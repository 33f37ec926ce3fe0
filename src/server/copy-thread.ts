import { keepCopy } from '@/db/engine/copy-thread';

// The build makes this a separate program next to main.js, so that it loads nothing else of the
// product.
keepCopy();
