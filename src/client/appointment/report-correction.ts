import { type ComponentType, createContext } from 'react';
import type { ReportedFigures } from '@/domain/review/review';

export type CorrectReportedProps = {
  deliveryId: string;
  reported: ReportedFigures;
  driverName: string;
  /** Resolves the report. */
  onCorrected: () => Promise<unknown>;
};

/** The button that corrects a delivery, which the page provides: it's part of another feature. */
export const ReportCorrection = createContext<ComponentType<CorrectReportedProps> | null>(null);
