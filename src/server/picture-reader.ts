import { readPicture } from '@/server/ports/pictures/reader';

// The build turns this into a separate program next to main.js, so that the process doesn't load
// the rest of the product.
void readPicture();
