import { encode } from 'uqr';

/** Shows a QR code on white in every theme, because a camera reads it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="mx-auto w-48 rounded-field border border-edge bg-white"
    >
      <path d={squares.join('')} fill="black" />
    </svg>
  );
}
