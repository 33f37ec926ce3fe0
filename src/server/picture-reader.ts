import { readPicture } from '@/server/ports/pictures/reader';

// The build makes this a separate program next to main.js, so that it loads nothing else of the
// product.
void readPicture();
