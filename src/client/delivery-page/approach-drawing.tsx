import type { DeliveryProgress } from '@/domain/delivery-page/progress';

type ApproachDrawingProps = Pick<NonNullable<DeliveryProgress['approach']>, 'degrees'> & {
  label: string;
};

const CENTER = { x: 160, y: 100 };
const REACH = { x: 112, y: 66 };

/**
 * Draws the dock, and the truck in its direction, north up. The drawing isn't to scale: the text
 * below it says how far away the driver is.
 */
export function ApproachDrawing({ degrees, label }: ApproachDrawingProps) {
  if (degrees === null) return null;
  const angle = (degrees * Math.PI) / 180;
  const x = Math.round(CENTER.x + Math.sin(angle) * REACH.x);
  const y = Math.round(CENTER.y - Math.cos(angle) * REACH.y);
  return (
    <svg
      viewBox="0 0 320 200"
      role="img"
      aria-label={label}
      className="mb-3 h-auto w-full rounded-field border border-edge bg-base-200"
    >
      <g fill="none" className="stroke-edge" strokeWidth="1.5">
        <ellipse cx={CENTER.x} cy={CENTER.y} rx="56" ry="33" />
        <ellipse cx={CENTER.x} cy={CENTER.y} rx={REACH.x} ry={REACH.y} />
      </g>
      <line
        x1={CENTER.x}
        y1={CENTER.y}
        x2={x}
        y2={y}
        className="stroke-primary"
        strokeWidth="3"
        strokeDasharray="2 7"
        strokeLinecap="round"
      />
      <g className="fill-base-100 stroke-primary" strokeWidth="2">
        <circle cx={CENTER.x} cy={CENTER.y} r="17" />
        <circle cx={x} cy={y} r="17" />
      </g>
      <g
        fill="none"
        className="stroke-primary"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path
          transform={`translate(${CENTER.x - 10} ${CENTER.y - 10}) scale(.84)`}
          d="M12 6v16m7-9 2 1a9 9 0 0 1-18 0l2-1M9 11h6M12 6a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z"
        />
        <path
          transform={`translate(${x - 10} ${y - 10}) scale(.84)`}
          d="M14 18V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v11a1 1 0 0 0 1 1h2m10 0H9m10 0h2a1 1 0 0 0 1-1v-3.65a1 1 0 0 0-.22-.624l-3.48-4.35A1 1 0 0 0 17.52 8H14M7 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm10 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z"
        />
      </g>
      <g className="fill-base-content" fontSize="14" fontWeight="600" textAnchor="middle">
        <text x="300" y="24">
          N ↑
        </text>
        <text x={CENTER.x} y={y > CENTER.y ? CENTER.y - 24 : CENTER.y + 34}>
          Your dock
        </text>
      </g>
    </svg>
  );
}
