import 'leaflet/dist/leaflet.css';
import '@/client/styles/map.css';
import { divIcon, latLngBounds, map as leafletMap, marker, tileLayer } from 'leaflet';

type Point = { latitude: number; longitude: number };
type Shown = {
  tiles: { tilesUrl: string; attribution: string };
  driver: Point;
  dock: Point | null;
};

const MAX_ZOOM = 19;
const MAX_FIT_ZOOM = 16;

/** Shows the driver and the dock on a map. The text below it says the same, so it's a picture. */
export function showTilesMap(frame: HTMLElement): void {
  const { tiles, driver, dock }: Shown = JSON.parse(frame.dataset.map ?? '{}');
  const map = leafletMap(frame, {
    attributionControl: true,
    keyboard: false,
    maxZoom: MAX_ZOOM,
    scrollWheelZoom: false,
    zoomControl: false,
  });
  map.attributionControl.setPrefix(false);
  tileLayer(tiles.tilesUrl, { attribution: tiles.attribution, maxZoom: MAX_ZOOM }).addTo(map);
  const at = ({ latitude, longitude }: Point): [number, number] => [latitude, longitude];
  const mark = (point: Point, className: string, size: number) =>
    marker(at(point), {
      icon: divIcon({ className, iconSize: [size, size] }),
      interactive: false,
      keyboard: false,
    }).addTo(map);
  if (dock) mark(dock, 'route-stop', 26);
  mark(driver, 'route-driver', 22);
  const points = dock ? [at(dock), at(driver)] : [at(driver)];
  map.fitBounds(latLngBounds(points), {
    animate: false,
    maxZoom: MAX_FIT_ZOOM,
    padding: [40, 40],
  });
}
