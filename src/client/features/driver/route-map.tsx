import 'leaflet/dist/leaflet.css';
import {
  divIcon,
  type Map as LeafletMap,
  latLngBounds,
  layerGroup,
  map,
  marker,
  polyline,
  tileLayer,
} from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import type { Position } from '@/domain/route/distance';
import type { ShownDay } from './outbox/actions';
import { placesOf, wayOf } from './route-places';

export type RouteMapProps = {
  day: ShownDay;
  tiles: NonNullable<ShownDay['map']>;
  /** The pictures do not come; the caller draws the route instead. */
  onFail: () => void;
};

/** Pictures that may fail before the map is given up. */
const FAILURES = 4;
const at = ({ latitude, longitude }: Position): [number, number] => [latitude, longitude];

/** The route on a map, with pictures from the address in the settings. */
export function RouteMap({ day, tiles, onFail }: RouteMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<LeafletMap | null>(null);
  const { tilesUrl, attribution } = tiles;

  useEffect(() => {
    if (!frame.current) return;
    const made = map(frame.current, { attributionControl: true });
    made.attributionControl.setPrefix(false);
    let failures = 0;
    tileLayer(tilesUrl, { attribution, maxZoom: 19 })
      .on('tileerror', () => {
        failures += 1;
        if (failures === FAILURES) onFail();
      })
      .on('tileload', () => {
        failures = Number.NEGATIVE_INFINITY;
      })
      .addTo(made);
    setShown(made);
    return () => {
      setShown(null);
      made.remove();
    };
  }, [tilesUrl, attribution, onFail]);

  useEffect(() => {
    if (!shown) return;
    const way = wayOf(day).map(at);
    const layer = layerGroup([
      polyline(way, { className: 'route-line', weight: 5, dashArray: '1 10' }),
      ...placesOf(day).map(({ position, numbers, name }) =>
        marker(at(position), {
          icon: divIcon({
            className: 'route-stop',
            html: `<span>${numbers.join(',')}</span>`,
            iconSize: [40, 40],
          }),
          title: name,
          alt: `Stop ${numbers.join(', ')}: ${name}`,
        }),
      ),
      ...(day.driver.position
        ? [
            marker(at(day.driver.position), {
              icon: divIcon({ className: 'route-driver', iconSize: [28, 28] }),
              title: day.driver.name,
              alt: day.driver.name,
            }),
          ]
        : []),
    ]).addTo(shown);
    shown.fitBounds(latLngBounds(way), { padding: [44, 44], maxZoom: 16, animate: false });
    return () => {
      layer.remove();
    };
  }, [shown, day]);

  return (
    <section
      ref={frame}
      aria-label="Map of the route"
      className="isolate h-80 rounded-field border border-edge sm:h-96"
    />
  );
}
