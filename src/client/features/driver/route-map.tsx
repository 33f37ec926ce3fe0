import 'leaflet/dist/leaflet.css';
import {
  control,
  divIcon,
  type LatLngTuple,
  type Map as LeafletMap,
  latLngBounds,
  layerGroup,
  map as leafletMap,
  marker,
  polyline,
  tileLayer,
} from 'leaflet';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '@/client/components/icon';
import type { Position } from '@/domain/route/distance';
import type { ShownDay } from './driver-day';
import { mappedDocks, routePositions } from './route-positions';

export type RouteMapProps = { day: ShownDay; tiles: ShownDay['map'] };

/** The map gives its tiles up when this many fail and none arrives. */
const MAX_FAILED_TILES = 4;
const MAX_ZOOM = 19;
/** A day within one marina does not fill the map with its few metres. */
const MAX_FIT_ZOOM = 16;

const latLng = ({ latitude, longitude }: Position): LatLngTuple => [latitude, longitude];

/**
 * The driver, the docks and the line between them, north up. Without tiles, or when they do not
 * arrive, the same marks stand on plain ground, so the map needs no connection. The list of stops
 * beside it says the same in text.
 */
export function RouteMap({ day, tiles }: RouteMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const map = useLeafletMap(frame);
  useTiles(map, tiles);
  useMarks(map, day);
  useFit(map, day);

  const count = mappedDocks(day).length;
  return (
    <div className="relative isolate [--map-label:color-mix(in_oklab,var(--color-base-200)_80%,transparent)]">
      <section
        ref={frame}
        aria-label={`Map of ${count} ${count === 1 ? 'dock' : 'docks'}, north up`}
        className="h-80 rounded-field border border-edge sm:h-96"
      />
      <p
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-3 z-[1000] flex flex-col items-center rounded-field bg-(--map-label) p-1 font-bold"
      >
        <Icon name="north" size={24} />N
      </p>
    </div>
  );
}

function useLeafletMap(frame: RefObject<HTMLDivElement | null>): LeafletMap | null {
  const [map, setMap] = useState<LeafletMap | null>(null);
  useEffect(() => {
    if (!frame.current) return;
    const created = leafletMap(frame.current, { maxZoom: MAX_ZOOM });
    created.attributionControl.setPrefix(false);
    control.scale({ metric: false }).addTo(created);
    setMap(created);
    return () => {
      setMap(null);
      created.remove();
    };
  }, [frame]);
  return map;
}

function useTiles(map: LeafletMap | null, tiles: ShownDay['map']) {
  const tilesUrl = tiles?.tilesUrl;
  const attribution = tiles?.attribution;
  useEffect(() => {
    if (!map || !tilesUrl) return;
    let failed = 0;
    const layer = tileLayer(tilesUrl, { attribution, maxZoom: MAX_ZOOM })
      .on('tileerror', () => {
        failed += 1;
        if (failed === MAX_FAILED_TILES) layer.remove();
      })
      .on('tileload', () => {
        failed = Number.NEGATIVE_INFINITY;
      })
      .addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, tilesUrl, attribution]);
}

/** Nothing happens when a mark is pressed, so none of them takes focus. */
const MARK = { interactive: false, keyboard: false };

function useMarks(map: LeafletMap | null, day: ShownDay) {
  useEffect(() => {
    if (!map) return;
    const line = polyline(routePositions(day).map(latLng), {
      className: 'route-line',
      weight: 5,
      dashArray: '1 10',
      interactive: false,
    });
    const docks = mappedDocks(day).map(({ position, stopNumbers, name }) =>
      marker(latLng(position), {
        ...MARK,
        icon: divIcon({
          className: 'route-stop',
          html: `<span>${stopNumbers.join(',')}</span>`,
          iconSize: [40, 40],
        }),
      }).bindTooltip(nameLabel(name), { permanent: true, offset: [24, 0] }),
    );
    const { position, name } = day.driver;
    const driver = position
      ? marker(latLng(position), {
          ...MARK,
          icon: divIcon({ className: 'route-driver', iconSize: [28, 28] }),
        }).bindTooltip(nameLabel(name), { permanent: true, offset: [24, 0] })
      : null;
    const layer = layerGroup([line, ...docks, ...(driver ? [driver] : [])]).addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, day]);
}

/** An element and not text: Leaflet reads text as HTML, and customers write the names of docks. */
function nameLabel(name: string): HTMLElement {
  const label = document.createElement('span');
  label.className = 'route-name';
  label.textContent = name;
  return label;
}

/** Shows the whole route at first and after it changed; any other time the driver's own view stays. */
function useFit(map: LeafletMap | null, day: ShownDay) {
  const route = JSON.stringify(routePositions(day).map(latLng));
  useEffect(() => {
    map?.fitBounds(latLngBounds(JSON.parse(route) as LatLngTuple[]), {
      // The buttons that zoom stand on the left.
      paddingTopLeft: [84, 56],
      paddingBottomRight: [48, 40],
      maxZoom: MAX_FIT_ZOOM,
      animate: false,
    });
  }, [map, route]);
}
