/**
 * The period that each row of a report covers. It isn't in a schema file because page addresses use
 * it too.
 */
export const REPORT_PERIODS = ['day', 'week', 'month'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** The day that a report counts money on: the day of its delivery, or the day it moved. */
export const MONEY_DAYS = ['delivered', 'moved'] as const;
export type MoneyDay = (typeof MONEY_DAYS)[number];
