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

/** The source of a map's images. Null shows the marks on a plain background. */
export type MapTiles = { tilesUrl: string; attribution: string } | null;

type MarkedMapProps = {
  label: string;
  tiles: MapTiles;
  /** The marks on the map. The map redraws them when this list changes. */
  marks: readonly Layer[];
  /**
   * The map moves to show these positions at first and whenever they change. In between, it keeps the
   * person's view.
   */
  shown: readonly Position[];
  /** Called with the position of a press, or with the map's center on Enter. Must be stable. */
  onPick?: (position: Position) => void;
};

/** If this many tiles fail and none loads, the map stops loading tiles. */
const MAX_FAILED_TILES = 4;
const MAX_ZOOM = 19;
/**
 * The highest zoom at which the map fits positions. Otherwise, a day within one marina would fill
 * the map with a few yards.
 */
const MAX_FIT_ZOOM = 16;

const latLng = ({ latitude, longitude }: Position): LatLngTuple => [latitude, longitude];

/**
 * Shows marks on a map, north up. Without tiles, the marks are on a plain background, so the map
 * works without a connection. The page must also show the map's content as text.
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
      // The padding is larger on the left, because the zoom buttons are there.
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
      // Without this, Enter would submit the form around the map.
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
  /** Width and height in pixels. */
  size: number;
  /** Text next to the mark. */
  name?: string;
  /** Text inside the mark. */
  number?: string;
};

/** Creates a mark at a position. It can't be pressed, so it must not get the focus. */
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

/** Creates a dotted line through the positions. */
export function routeLine(positions: readonly Position[], className: string): Layer {
  return polyline(positions.map(latLng), {
    className,
    weight: 5,
    dashArray: '1 10',
    interactive: false,
  });
}

/**
 * Creates an element for a text. Leaflet would treat a string as HTML, and customers choose the
 * docks' names.
 */
function textElement(text: string, className = ''): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}
