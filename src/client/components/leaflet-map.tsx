import { OTHER_ICONS } from './other-icons';
import 'leaflet/dist/leaflet.css';
import '@/client/styles/map.css';
import {
  control,
  divIcon,
  type LatLng,
  type LatLngTuple,
  type Layer,
  type LeafletKeyboardEvent,
  type Map as LeafletMap,
  type LeafletMouseEvent,
  latLngBounds,
  layerGroup,
  map as leafletMap,
  marker,
  polyline,
  tileLayer,
} from 'leaflet';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Position } from '@/domain/route/distance';
import { Icon } from './icon';

/** Where the pictures of a map come from; null draws the marks on plain ground. */
export type MapTiles = { tilesUrl: string; attribution: string } | null;

type MarkedMapProps = {
  label: string;
  tiles: MapTiles;
  /** Drawn anew where the list is another one. */
  marks: readonly Layer[];
  /** All of it is shown at first and after it changed; any other time a person's own view stays. */
  shown: readonly Position[];
  /** Called with the position of a press, or with the middle of the map at Enter. The same on every render. */
  onPick?: (position: Position) => void;
};

/** The map gives its tiles up when this many fail and none arrives. */
const MAX_FAILED_TILES = 4;
const MAX_ZOOM = 19;
/** A day within one marina does not fill the map with its few metres. */
const MAX_FIT_ZOOM = 16;

const latLng = ({ latitude, longitude }: Position): LatLngTuple => [latitude, longitude];

/**
 * Marks on a map, north up. Without tiles, or when they do not arrive, the same marks stand on plain
 * ground, so the map needs no connection. The page must also show the content of the map as text beside it.
 */
export function MarkedMap({ label, tiles, marks, shown, onPick }: MarkedMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const map = useLeafletMap(frame);
  useTiles(map, tiles);
  useMarks(map, marks);
  useFit(map, shown);
  usePick(map, onPick);
  return (
    <div className="relative isolate [--map-label:color-mix(in_oklab,var(--color-base-200)_80%,transparent)]">
      <section
        ref={frame}
        aria-label={label}
        className="h-80 rounded-field border border-edge sm:h-96"
      />
      <p
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-3 z-[1000] flex flex-col items-center rounded-field bg-(--map-label) p-1 font-bold"
      >
        <Icon name={OTHER_ICONS.north} size={24} />N
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

function useTiles(map: LeafletMap | null, tiles: MapTiles) {
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

function useMarks(map: LeafletMap | null, marks: readonly Layer[]) {
  useEffect(() => {
    if (!map) return;
    const layer = layerGroup([...marks]).addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, marks]);
}

function useFit(map: LeafletMap | null, shown: readonly Position[]) {
  const corners = JSON.stringify(shown.map(latLng));
  useEffect(() => {
    map?.fitBounds(latLngBounds(JSON.parse(corners) as LatLngTuple[]), {
      // The buttons that zoom stand on the left.
      paddingTopLeft: [84, 56],
      paddingBottomRight: [48, 40],
      maxZoom: MAX_FIT_ZOOM,
      animate: false,
    });
  }, [map, corners]);
}

function usePick(map: LeafletMap | null, onPick: MarkedMapProps['onPick']) {
  useEffect(() => {
    if (!map || !onPick) return;
    const pick = ({ lat, lng }: LatLng) => onPick({ latitude: lat, longitude: lng });
    const byPress = ({ latlng }: LeafletMouseEvent) => pick(latlng.wrap());
    const byKey = ({ originalEvent }: LeafletKeyboardEvent) => {
      if (originalEvent.key !== 'Enter') return;
      // It would send the form around the map.
      originalEvent.preventDefault();
      pick(map.getCenter().wrap());
    };
    map.on('click', byPress).on('keydown', byKey);
    return () => {
      map.off('click', byPress).off('keydown', byKey);
    };
  }, [map, onPick]);
}

type Mark = {
  position: Position;
  className: string;
  /** Both sides, in px. */
  size: number;
  /** Beside the mark. */
  name?: string;
  /** Inside of the mark. */
  number?: string;
};

/** A mark at a position. Nothing happens when it is pressed, so it takes no focus. */
export function placeMark({ position, className, size, name, number }: Mark): Layer {
  const icon = divIcon({
    className,
    ...(number !== undefined && { html: textElement(number) }),
    iconSize: [size, size],
  });
  const mark = marker(latLng(position), { interactive: false, keyboard: false, icon });
  if (name === undefined) return mark;
  return mark.bindTooltip(textElement(name, 'route-name'), { permanent: true, offset: [24, 0] });
}

/** A dotted line through the positions. */
export function routeLine(positions: readonly Position[], className: string): Layer {
  return polyline(positions.map(latLng), {
    className,
    weight: 5,
    dashArray: '1 10',
    interactive: false,
  });
}

/** An element and not text: Leaflet reads text as HTML, and customers write the names of docks. */
function textElement(text: string, className = ''): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}
