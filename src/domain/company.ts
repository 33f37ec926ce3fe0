import type { ShownPhoto } from './home-photo';
import type { ShownLogo } from './logo';

/** The name until the owner enters another. */
export const DEFAULT_COMPANY_NAME = 'Dockside';

/**
 * The company as every visitor sees it: in the header, on the home page, on receipts, and in the
 * default texts. The settings and the support texts are its source.
 */
export type Company = {
  name: string;
  /** Empty until the owner enters it. */
  address: string;
  /** The lake or the area. Empty until the owner enters it. */
  waters: string;
  /** The line about permits on receipts. Empty until the owner enters it. */
  license: string;
  /** The owner's own sentences about cancelling. Empty until the owner enters them. */
  cancellation: string;
  phone: string;
  email: string;
  hours: string;
  /** The owner's photo for the home page. Null until the owner adds one. */
  photo: ShownPhoto | null;
  /** The IANA name of the zone of all dates and times. */
  timeZone: string;
  /** Null until the owner adds one. */
  logo: ShownLogo | null;
};

/**
 * Returns the tab's title, such as "Schedule Delivery | Dockside". The home page doesn't have its
 * own.
 */
export const tabTitle = (company: string, title?: string): string =>
  title ? `${title} | ${company}` : `${company}: fuel and ice delivered to your dock`;
