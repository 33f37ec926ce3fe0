import { readHeicPhotos } from '@/server/ports/heic/thread';

// A program of its own in the build: it lies beside main.js, and loads nothing else of the product.
readHeicPhotos();
