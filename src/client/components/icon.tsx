import {
  Anchor,
  ArrowLeft,
  Calendar,
  Camera,
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
  DollarSign,
  Eye,
  EyeOff,
  Fuel,
  History,
  Info,
  LifeBuoy,
  Lock,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  MapPin,
  Minus,
  Pencil,
  Phone,
  Plus,
  Printer,
  ReceiptText,
  RotateCw,
  Sailboat,
  SlidersHorizontal,
  Snowflake,
  Sun,
  Tag,
  Trash2,
  TriangleAlert,
  Truck,
  User,
  Waves,
  WifiOff,
  X,
} from 'lucide-react';
import { classNames } from './class-names';

/** Which of Lucide's icons stands for a thing, so that one thing has one icon on every screen. */
const ICONS = {
  anchor: Anchor,
  'arrow-left': ArrowLeft,
  boat: Sailboat,
  buoy: LifeBuoy,
  calendar: Calendar,
  camera: Camera,
  card: CreditCard,
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
  help: CircleQuestionMark,
  history: History,
  ice: Snowflake,
  info: Info,
  lock: Lock,
  login: LogIn,
  logout: LogOut,
  mail: Mail,
  minus: Minus,
  offline: WifiOff,
  'partly-cloudy': CloudSun,
  phone: Phone,
  pin: MapPin,
  plus: Plus,
  print: Printer,
  rain: CloudRain,
  receipt: ReceiptText,
  refresh: RotateCw,
  settings: SlidersHorizontal,
  sun: Sun,
  tag: Tag,
  trash: Trash2,
  truck: Truck,
  user: User,
  warning: TriangleAlert,
  waves: Waves,
  x: X,
} as const satisfies Record<string, LucideIcon>;

/** An icon by its name, or one of `staff-icons.ts` itself. */
export type IconName = keyof typeof ICONS | LucideIcon;

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
  const Shape = typeof name === 'string' ? ICONS[name] : name;
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
