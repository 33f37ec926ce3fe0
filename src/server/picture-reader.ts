import { readPicture } from '@/server/ports/pictures/reader';

// A program of its own in the build: it lies beside main.js, and loads nothing else of the product.
void readPicture();
