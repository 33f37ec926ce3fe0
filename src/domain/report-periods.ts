/** What a row of a report sums up. No schema: addresses name them too. */
export const REPORT_PERIODS = ['day', 'week', 'month'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** On which day a report counts money: that of its delivery, or the one on which it moved. */
export const MONEY_DAYS = ['delivered', 'moved'] as const;
export type MoneyDay = (typeof MONEY_DAYS)[number];
