type Canvas = HTMLCanvasElement | null;
type Point = { x: number; y: number };

/** The picture's size in pixels. A low screen gets a wide picture, to leave room for signing. */
export const signatureSides = ({ isLow }: { isLow: boolean }) =>
  isLow ? { width: 1000, height: 300 } : { width: 800, height: 400 };

/** A shorter line than this, in the picture's pixels, is a stray touch. */
const LEAST_INK = 120;

/** True if enough was drawn, or a name was typed. */
export const showsSignature = ({ ink, name }: { ink: number; name: string }): boolean =>
  ink >= LEAST_INK || name.trim() !== '';

/** Paints the whole picture white, because it's saved and must not depend on the theme. */
export function wipe(canvas: Canvas): void {
  const pen = canvas?.getContext('2d');
  if (!pen) return;
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
}

/** Draws a line between two points, or a dot if they're the same. */
export function drawInk(canvas: Canvas, from: Point, to: Point): void {
  const pen = canvas?.getContext('2d');
  if (!pen) return;
  Object.assign(pen, { lineWidth: 6, lineCap: 'round', strokeStyle: 'black' });
  pen.beginPath();
  pen.moveTo(from.x, from.y);
  pen.lineTo(to.x, to.y);
  pen.stroke();
}

/** Writes a typed name in place of a signature, and notes that it was typed. */
export function writeName(canvas: Canvas, name: string): void {
  wipe(canvas);
  const pen = canvas?.getContext('2d');
  if (!pen || name.trim() === '') return;
  const { width, height } = pen.canvas;
  Object.assign(pen, { fillStyle: 'black', textAlign: 'center' });
  pen.font = 'italic 72px Georgia, serif';
  pen.fillText(name.trim(), width / 2, height / 2, width - 80);
  pen.font = '28px sans-serif';
  pen.fillText('Received by (typed)', width / 2, height - 40);
}
