/** The people of the demo's day: invented customers, boats, and docks around an invented harbor. */
import { toTenths } from '@/domain/money';
import type { FuelType } from '@/domain/pricing/fuel';
import { TEST_CARDS } from './test-card';

/** The capacity of a time window on the demo's day. It's more than the demo books. */
export const DOCK_CAPACITY = 6;

const LOAD = {
  regularGallonsTenths: toTenths(300),
  premiumGallonsTenths: toTenths(200),
  smallIceBags: 40,
  largeIceBags: 20,
};

/**
 * The drivers other than the one whose sign-in is printed at the start. All have the same password.
 */
export const DRIVERS = [
  {
    username: 'driver2',
    password: 'driver-demo',
    name: 'Erin Pike',
    load: LOAD,
    phone: '(269) 555-0143',
    vehicleInfo: 'Sea Ark 24, hull MC 5190',
    position: { latitude: 41.9952, longitude: -86.1012 },
  },
  {
    username: 'driver3',
    password: 'driver-demo',
    name: 'Cole Marsh',
    load: LOAD,
    phone: '(269) 555-0144',
    vehicleInfo: 'Carolina Skiff 23, hull MC 6027',
    position: { latitude: 41.9611, longitude: -86.1305 },
  },
] as const;

/** A demo customer, with the boat and dock facts that drivers see. */
export type DemoCustomer = {
  fullName: string;
  phone: string;
  email: string;
  /** The number of the person's test card. */
  card: string;
  boat: {
    name: string;
    type: string;
    length: number;
    fuelCapacity: number;
    fuelTaken: FuelType;
    fillerSide: 'port' | 'starboard';
    fillerPlace: string;
  };
  dock: {
    label: string;
    slip: string;
    gateCode?: string;
    note?: string;
    position: { latitude: number; longitude: number };
  };
  order: { estimatedGallonsTenths: ReturnType<typeof toTenths>; smallIceBags?: number };
};

export const NEIGHBOURS = [
  {
    fullName: 'Maya Torres',
    phone: '(269) 555-0151',
    email: 'maya@dockside.example',
    card: TEST_CARDS.good,
    boat: {
      name: 'Lucky Strike',
      type: 'Pontoon, green canopy',
      length: 22,
      fuelCapacity: 35,
      fuelTaken: 'Regular',
      fillerSide: 'port',
      fillerPlace: 'At the stern',
    },
    dock: {
      label: 'Sister Lakes Pier',
      slip: 'Slip 4',
      gateCode: '1357',
      position: { latitude: 41.9783, longitude: -86.1107 },
    },
    order: { estimatedGallonsTenths: toTenths(20), smallIceBags: 2 },
  },
  {
    fullName: 'Walt Jensen',
    phone: '(269) 555-0152',
    email: 'walt@dockside.example',
    card: TEST_CARDS.good,
    boat: {
      name: 'Kingfisher',
      type: 'Cruiser',
      length: 31,
      fuelCapacity: 70,
      fuelTaken: 'Premium',
      fillerSide: 'starboard',
      fillerPlace: 'Next to the cabin door',
    },
    dock: {
      label: 'Eagle Point Marina',
      slip: 'C 7',
      note: 'Ring at the office first',
      position: { latitude: 41.9934, longitude: -86.1256 },
    },
    order: { estimatedGallonsTenths: toTenths(45) },
  },
  {
    fullName: 'Priya Shah',
    phone: '(269) 555-0153',
    email: 'priya@dockside.example',
    card: TEST_CARDS.declined,
    boat: {
      name: 'Sea Glass',
      type: 'Sport boat',
      length: 20,
      fuelCapacity: 30,
      fuelTaken: 'Regular',
      fillerSide: 'starboard',
      fillerPlace: 'Under the hatch',
    },
    dock: {
      label: 'Indian Lake Landing',
      slip: 'Slip 21',
      gateCode: '8642',
      position: { latitude: 41.9647, longitude: -86.0998 },
    },
    order: { estimatedGallonsTenths: toTenths(15), smallIceBags: 1 },
  },
  {
    fullName: 'Tom Becker',
    phone: '(269) 555-0154',
    email: 'tom@dockside.example',
    card: TEST_CARDS.good,
    boat: {
      name: 'Old Salt',
      type: 'Fishing boat',
      length: 26,
      fuelCapacity: 50,
      fuelTaken: 'Regular',
      fillerSide: 'port',
      fillerPlace: 'Below the rail',
    },
    dock: {
      label: 'Magician Lake Dock',
      slip: '2',
      note: 'The dog is friendly',
      position: { latitude: 42.0021, longitude: -86.0911 },
    },
    order: { estimatedGallonsTenths: toTenths(30) },
  },
] as const satisfies readonly DemoCustomer[];
