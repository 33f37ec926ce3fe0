import {
  Anchor,
  ArrowLeft,
  Calendar,
  Camera,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
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
  type IconNode,
  Info,
  LogIn,
  LogOut,
  Mail,
  MapPin,
  Minus,
  Pencil,
  Phone,
  Plus,
  ReceiptText,
  RotateCw,
  Sailboat,
  Snowflake,
  Sun,
  Tag,
  TriangleAlert,
  Truck,
  User,
  Waves,
  WifiOff,
  X,
} from 'lucide';
import { createElement } from 'react';
import { classNames } from './class-names';

/** Each thing has one of Lucide's icons, the same on every screen. */
const ICONS = {
  anchor: Anchor,
  'arrow-left': ArrowLeft,
  boat: Sailboat,
  calendar: Calendar,
  camera: Camera,
  card: CreditCard,
  check: Check,
  'check-circle': CircleCheck,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
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
  login: LogIn,
  logout: LogOut,
  mail: Mail,
  minus: Minus,
  offline: WifiOff,
  'partly-cloudy': CloudSun,
  phone: Phone,
  pin: MapPin,
  plus: Plus,
  rain: CloudRain,
  receipt: ReceiptText,
  refresh: RotateCw,
  sun: Sun,
  tag: Tag,
  truck: Truck,
  user: User,
  warning: TriangleAlert,
  waves: Waves,
  x: X,
} as const satisfies Record<string, IconNode>;

/** An icon's name, or an icon from `other-icons.ts`. */
export type IconName = keyof typeof ICONS | IconNode;

type IconProps = {
  name: IconName;
  /** Side length in pixels. 20 fits a line of text. */
  size?: number;
  /**
   * The icon's meaning, if no text next to it says it. Without a label, screen readers skip the
   * icon.
   */
  label?: string;
  className?: string;
};

/** Shows an icon in the color of the text around it. */
export function Icon({ name, size = 20, label, className }: IconProps) {
  const shapes = typeof name === 'string' ? ICONS[name] : name;
  const drawing = {
    width: size,
    height: size,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 1.8,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    className: classNames('shrink-0', className),
    role: label ? 'img' : undefined,
    'aria-label': label,
    'aria-hidden': label ? undefined : true,
  } as const;
  const parts = shapes.map(([shape, attributes]) => createElement(shape, attributes));
  return createElement('svg', drawing, ...parts);
}
