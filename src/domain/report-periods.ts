/** The length of a report's rows. This isn't a schema because page addresses use it too. */
export const REPORT_PERIODS = ['day', 'week', 'month'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/**
 * The date on which a report counts money: the date of the delivery, or of the payment or refund.
 */
export const MONEY_DAYS = ['delivered', 'moved'] as const;
export type MoneyDay = (typeof MONEY_DAYS)[number];
