import { type ComponentType, createContext } from 'react';
import type { ReportedFigures } from '@/domain/review/review';

export type CorrectReportedProps = {
  deliveryId: string;
  reported: ReportedFigures;
  driverName: string;
  /** Resolves the report. */
  onCorrected: () => Promise<unknown>;
};

/** The button that corrects a delivery. It's part of another feature, so the page provides it. */
export const ReportCorrection = createContext<ComponentType<CorrectReportedProps> | null>(null);
