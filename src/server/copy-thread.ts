import { keepCopy } from '@/db/engine/copy-thread';

// A program of its own in the build: it lies beside main.js, and loads nothing else of the product.
keepCopy();
