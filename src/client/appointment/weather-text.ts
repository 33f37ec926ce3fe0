import type { IconName } from '@/client/components/icon';
import type { WeatherCondition } from '@/domain/weather';

const ICONS: Partial<Record<WeatherCondition, IconName>> = {
  'partly-cloudy': 'partly-cloudy',
  rainy: 'rain',
};
const NAMES: Partial<Record<WeatherCondition, string>> = {
  'partly-cloudy': 'Partly cloudy',
  rainy: 'Rainy',
};

type Weather = { condition: WeatherCondition };

/** Conditions other than cloudy and rainy are shown as sunny. */
export const iconOf = ({ condition }: Weather): IconName => ICONS[condition] ?? 'sun';
export const nameOf = ({ condition }: Weather) => NAMES[condition] ?? 'Sunny';
