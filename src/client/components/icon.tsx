import {
  Anchor,
  ArrowLeft,
  Calendar,
  Camera,
  ChartColumn,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  CircleQuestionMark,
  Clock,
  CloudRain,
  CloudSun,
  CreditCard,
  Delete,
  DollarSign,
  Eye,
  EyeOff,
  Fuel,
  GripVertical,
  History,
  Info,
  LifeBuoy,
  Lock,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  Map as MapIcon,
  MapPin,
  Minus,
  Navigation,
  Navigation2,
  Pencil,
  Phone,
  Plus,
  Printer,
  ReceiptText,
  RotateCw,
  Sailboat,
  Search,
  SlidersHorizontal,
  Snowflake,
  Sun,
  Tag,
  Trash2,
  TriangleAlert,
  Truck,
  User,
  Users,
  Waves,
  WifiOff,
  X,
} from 'lucide-react';
import { classNames } from './class-names';

/** Which of Lucide's icons stands for a thing, so that one thing has one icon on every screen. */
const ICONS = {
  anchor: Anchor,
  'arrow-left': ArrowLeft,
  backspace: Delete,
  boat: Sailboat,
  buoy: LifeBuoy,
  calendar: Calendar,
  camera: Camera,
  card: CreditCard,
  chart: ChartColumn,
  check: Check,
  'check-circle': CircleCheck,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  'chevron-up': ChevronUp,
  clock: Clock,
  dollar: DollarSign,
  edit: Pencil,
  'error-circle': CircleAlert,
  eye: Eye,
  'eye-off': EyeOff,
  fuel: Fuel,
  grip: GripVertical,
  help: CircleQuestionMark,
  history: History,
  ice: Snowflake,
  info: Info,
  lock: Lock,
  login: LogIn,
  logout: LogOut,
  mail: Mail,
  map: MapIcon,
  minus: Minus,
  navigate: Navigation,
  north: Navigation2,
  offline: WifiOff,
  'partly-cloudy': CloudSun,
  phone: Phone,
  pin: MapPin,
  plus: Plus,
  print: Printer,
  rain: CloudRain,
  receipt: ReceiptText,
  refresh: RotateCw,
  search: Search,
  settings: SlidersHorizontal,
  sun: Sun,
  tag: Tag,
  trash: Trash2,
  truck: Truck,
  user: User,
  users: Users,
  warning: TriangleAlert,
  waves: Waves,
  x: X,
} as const satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof ICONS;

type IconProps = {
  name: IconName;
  /** Side in pixels; 20 fits a line of text. */
  size?: number;
  /** For an icon whose meaning stands in no text beside it. Without it screen readers skip the icon. */
  label?: string;
  className?: string;
};

/** One icon, drawn inline in the colour of the text around it. */
export function Icon({ name, size = 20, label, className }: IconProps) {
  const Shape = ICONS[name];
  return (
    <Shape
      size={size}
      strokeWidth={1.8}
      className={classNames('shrink-0', className)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    />
  );
}
