import {
  Building2,
  ChartColumn,
  Delete,
  GripVertical,
  LifeBuoy,
  Lock,
  Map as MapIcon,
  Navigation,
  Navigation2,
  Printer,
  Search,
  SlidersHorizontal,
  Trash2,
  Users,
} from 'lucide';

/** Icons that the first page never shows, so that it doesn't load them. */
export const OTHER_ICONS = {
  backspace: Delete,
  buoy: LifeBuoy,
  chart: ChartColumn,
  company: Building2,
  grip: GripVertical,
  lock: Lock,
  map: MapIcon,
  navigate: Navigation,
  north: Navigation2,
  print: Printer,
  search: Search,
  settings: SlidersHorizontal,
  trash: Trash2,
  users: Users,
} as const;
