import type { Position } from '@/domain/route/distance';
import type { ShownDay } from './outbox/actions';
import { placesOf, wayOf } from './route-places';

const [WIDTH, HEIGHT, MARGIN] = [480, 340, 46];
const METRES_PER_DEGREE = 111_195;
const METRES_PER_MILE = 1_609.344;
/** A day within one marina is not blown up to fill the picture. */
const LEAST_METRES = 400;

/** The route as a drawing, to scale and north up; it needs no pictures and no connection. */
export function RouteSketch({ day }: { day: ShownDay }) {
  const places = placesOf(day);
  const way = wayOf(day);
  const { toPoint, pixelsPerMetre } = projection(way);
  const path = way.map((position) => toPoint(position).join(' ')).join(' L ');
  const scaleMiles = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20].findLast(
    (miles) => miles * METRES_PER_MILE * pixelsPerMetre < 140,
  );
  const scale = scaleMiles ? scaleMiles * METRES_PER_MILE * pixelsPerMetre : 0;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Drawn map of ${places.length} ${places.length === 1 ? 'place' : 'places'}, north up`}
      className="mx-auto w-full max-w-xl rounded-field border border-edge bg-base-200"
    >
      <g className="stroke-base-300 opacity-40" strokeWidth="1">
        {[1, 2, 3, 4, 5, 6, 7].map((i) => (
          <path key={i} d={`M ${i * 60} 0 V ${HEIGHT} M 0 ${i * 60} H ${WIDTH}`} fill="none" />
        ))}
      </g>
      <path
        d={`M ${path}`}
        fill="none"
        className="stroke-primary"
        strokeWidth="5"
        strokeLinejoin="round"
        strokeLinecap="round"
        strokeDasharray="1 11"
      />
      {day.driver.position ? (
        <DriverMark at={toPoint(day.driver.position)} name={day.driver.name} />
      ) : null}
      {places.map(({ position, numbers, name }) => (
        <Stop key={numbers.join()} at={toPoint(position)} label={numbers.join(', ')} name={name} />
      ))}
      <g transform={`translate(${WIDTH - 34} 40)`} className="fill-base-content">
        <path d="M 0 -22 L 8 2 L 0 -4 L -8 2 Z" />
        <text y="24" textAnchor="middle" fontSize="17" fontWeight="700">
          N
        </text>
      </g>
      {scaleMiles ? (
        <g transform={`translate(20 ${HEIGHT - 22})`}>
          <path
            d={`M 0 -8 V 0 H ${scale} V -8`}
            fill="none"
            strokeWidth="3"
            className="stroke-base-content"
          />
          <text x={scale + 10} y="2" fontSize="17" className="fill-base-content">
            {scaleMiles} mi
          </text>
        </g>
      ) : null}
    </svg>
  );
}

function Stop({ at: [x, y], label, name }: { at: Point; label: string; name: string }) {
  const width = Math.max(36, 18 + label.length * 11);
  // The name stands on the side where there is room.
  const isRight = x < WIDTH / 2;
  return (
    <g>
      <rect
        x={x - width / 2}
        y={y - 18}
        width={width}
        height="36"
        rx="18"
        className="fill-primary stroke-base-100"
        strokeWidth="3"
      />
      <text
        x={x}
        y={y + 7}
        textAnchor="middle"
        fontSize="19"
        fontWeight="700"
        className="fill-primary-content"
      >
        {label}
      </text>
      <text
        x={isRight ? x + width / 2 + 8 : x - width / 2 - 8}
        y={y + 6}
        textAnchor={isRight ? 'start' : 'end'}
        fontSize="17"
        fontWeight="600"
        strokeWidth="5"
        paintOrder="stroke"
        className="fill-base-content stroke-base-200"
      >
        {name.length > 24 ? `${name.slice(0, 23)}…` : name}
      </text>
    </g>
  );
}

function DriverMark({ at: [x, y], name }: { at: Point; name: string }) {
  return (
    <g>
      <circle cx={x} cy={y} r="28" className="fill-accent opacity-35" />
      <circle cx={x} cy={y} r="13" strokeWidth="4" className="fill-accent stroke-base-100" />
      {/* Named in the corner: beside the mark it would cover the names of docks. */}
      <circle cx="24" cy="26" r="9" className="fill-accent" />
      <text
        x="41"
        y="32"
        fontSize="17"
        fontWeight="600"
        strokeWidth="5"
        paintOrder="stroke"
        className="fill-base-content stroke-base-200"
      >
        {name}
      </text>
    </g>
  );
}

type Point = [x: number, y: number];

/** Degrees to the picture: as many pixels to a metre north as east, everything inside the margin. */
function projection(positions: readonly Position[]) {
  const lats = positions.map(({ latitude }) => latitude);
  const lons = positions.map(({ longitude }) => longitude);
  const middle: Position = {
    latitude: (Math.min(...lats) + Math.max(...lats)) / 2,
    longitude: (Math.min(...lons) + Math.max(...lons)) / 2,
  };
  const east = METRES_PER_DEGREE * Math.cos((middle.latitude * Math.PI) / 180);
  const wide = Math.max((Math.max(...lons) - Math.min(...lons)) * east, LEAST_METRES);
  const high = Math.max((Math.max(...lats) - Math.min(...lats)) * METRES_PER_DEGREE, LEAST_METRES);
  const pixelsPerMetre = Math.min((WIDTH - 2 * MARGIN) / wide, (HEIGHT - 2 * MARGIN) / high);
  const toPoint = ({ latitude, longitude }: Position): Point => [
    WIDTH / 2 + (longitude - middle.longitude) * east * pixelsPerMetre,
    HEIGHT / 2 - (latitude - middle.latitude) * METRES_PER_DEGREE * pixelsPerMetre,
  ];
  return { toPoint, pixelsPerMetre };
}
