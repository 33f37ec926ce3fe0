import {
  ChartColumn,
  Delete,
  GripVertical,
  Map as MapIcon,
  Navigation,
  Navigation2,
  Search,
  Users,
} from 'lucide-react';

/** Icons that only pages of staff and drivers show, so that a customer's page doesn't load them. */
export const STAFF_ICONS = {
  backspace: Delete,
  chart: ChartColumn,
  grip: GripVertical,
  map: MapIcon,
  navigate: Navigation,
  north: Navigation2,
  search: Search,
  users: Users,
} as const;
